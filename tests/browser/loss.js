// What somebody with a small screen or great text would not get, looked for in the page as it stands. No mark of loss:
// nothing scrolls sideways, no target is small or lies on another, no words are cut or covered.
() => {
    const dialogs = document.querySelectorAll("dialog[open]");
    const root = dialogs[dialogs.length - 1] ?? document.body;
    const lost = [];

    const seen = (one) =>
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !one.closest("[inert], .hidden-text, .skip, .air");
    const all = (selector, within = root) => [...within.querySelectorAll(selector)].filter(seen);
    const named = (one) =>
        `${one.localName}.${one.className} "${one.ariaLabel ?? one.textContent}"`.slice(0, 60);
    const box = (one) => one.getBoundingClientRect();

    /** By how many pixels two boxes lie on each other. */
    const common = (a, b) =>
        Math.min(
            Math.min(a.right, b.right) - Math.max(a.left, b.left),
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
        );
    const wider = (outer, inner) => inner.left < outer.left || inner.right > outer.right;
    const higher = (outer, inner) => inner.top < outer.top || inner.bottom > outer.bottom;
    const pairs = (list) => list.flatMap((one, i) => list.slice(i + 1).map((other) => [one, other]));

    function sideways() {
        for (const page of [document.scrollingElement, ...dialogs, ...all(".table-page, .summary-page")]) {
            if (page.scrollWidth <= page.clientWidth + 1) continue;
            const [first, ...rest] = all("*", page);
            const widest = rest.reduce((a, b) => (box(b).right > box(a).right ? b : a), first);
            lost.push(`scrolls sideways: ${named(page)}, by ${named(widest)}`);
        }
    }

    function targets() {
        const pressed = all("button, a[href], input:not(.tile input), select, summary, .tile").filter(
            (one) => getComputedStyle(one).display !== "inline", // a link in a sentence
        );
        for (const one of pressed) {
            const least = one.closest(".dock") ? 48 : 44;
            const { width, height } = box(one);
            if (Math.min(width, height) < least - 0.5)
                lost.push(`small: ${named(one)} ${width.toFixed(1)} x ${height.toFixed(1)}`);
        }
        /** What stays at the edge while the rest scrolls under it hides nothing for good. */
        const stays = (one) => one.closest(".actions, .bar, .page-top") !== null;
        const apart = pressed.filter((one) => !one.matches(".rule")); // links reach beyond their words
        for (const [one, other] of pairs(apart))
            if (stays(one) === stays(other) && common(box(one), box(other)) > 1)
                lost.push(`overlap: ${named(one)} and ${named(other)}`);
    }

    /** Words: inside what they are written on, and inside all that hides what does not fit. */
    function words() {
        const paper =
            ".button, .bubble, .plate, .chip, .tile span, .mark, .toast, .notice, .waiting, .pad, .count, .state, .others";
        /** A long word may end in dots; what follows it has to be there. */
        const dots = (one, data) => getComputedStyle(one).textOverflow === "ellipsis" && /\S{9}/.test(data);
        const hides = (value) => value === "hidden" || value === "clip";
        const written = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        while (written.nextNode()) {
            const { data, parentElement } = written.currentNode;
            if (!data.trim() || !seen(parentElement) || parentElement.closest("svg, truco-card, seconds-left")) continue;
            const range = document.createRange();
            range.selectNodeContents(written.currentNode);
            const { left, right, top, bottom, height } = box(range);
            const inner = {
                left: left + 1.5,
                right: right - 1.5,
                top: top + height * 0.3,
                bottom: bottom - height * 0.3,
            };
            if (dots(parentElement, data)) {
                inner.left = Math.max(inner.left, box(parentElement).left);
                inner.right = Math.min(inner.right, box(parentElement).right);
            }
            for (let outer = parentElement; outer && root.contains(outer); outer = outer.parentElement) {
                const { overflowX, overflowY } = getComputedStyle(outer);
                if ((hides(overflowX) && wider(box(outer), inner)) || (hides(overflowY) && higher(box(outer), inner)))
                    lost.push(`cut: "${data}" by ${named(outer)}`);
            }
            const home = parentElement.closest(".partner, .own-vote") ? null : parentElement.closest(paper);
            if (home && (wider(box(home), inner) || higher(box(home), inner)))
                lost.push(`spills: "${data}" from ${named(home)}`);
        }
    }

    function cloth() {
        const felt = root.querySelector(".felt");
        if (!felt || !seen(felt)) return;
        const bubbles = all("[data-bubble]", felt);
        for (const bubble of bubbles)
            for (const name of all("[data-seat] .name", felt))
                if (name.closest("[data-seat]").dataset.seat !== bubble.dataset.bubble)
                    if (common(box(bubble), box(name)) > 1) lost.push(`covered: ${named(name)} by ${named(bubble)}`);
        for (const group of [bubbles, all(".plate, .middle .worth, .middle .rounds", felt)])
            for (const [one, other] of pairs(group))
                if (common(box(one), box(other)) > 1) lost.push(`covered: ${named(one)} and ${named(other)}`);
        const { left, right, top, bottom } = box(felt);
        const outer = { left: left - 1, right: right + 1, top: top - 1, bottom: bottom + 1 };
        for (const one of all(".plate, .bubble, .mark, .waiting", felt))
            if (wider(outer, box(one)) || higher(outer, box(one))) lost.push(`off the cloth: ${named(one)}`);
    }

    /** The line of a question: what is asked, the match that burns over what it means, the seconds. */
    function dock() {
        const line = all(".dock .state > *");
        for (const one of all(".dock .state *"))
            if (!one.closest("svg, .walk, .seconds *") && wider(box(one.closest(".dock")), box(one)))
                lost.push(`out of the dock: ${named(one)}`);
        for (const [one, other] of pairs(line))
            if (common(box(one), box(other)) > 0.5) lost.push(`covered: ${named(one)} and ${named(other)}`);
    }

    for (const look of [sideways, targets, words, cloth, dock]) look();
    return lost;
};
