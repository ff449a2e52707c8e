"""The Chromium that the browser tests drive: the system's own, or the one that TRUCO_CHROMIUM names."""

import os
import shutil

MISSING = (
    "no Chromium found: install one (Debian, Ubuntu: `sudo apt-get install chromium`), "
    "or let TRUCO_CHROMIUM name the executable"
)

_PLAYWRIGHTS = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,"
    "AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
"""What Playwright turns off, by a switch that ours replaces."""
_WINDOWS = "WebUIOmniboxPopup,WebUIOmniboxAimPopup"
"""Pages of the browser's own window, loaded for each of ours: a third of what a page costs."""

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    f"--disable-features={_PLAYWRIGHTS},{_WINDOWS}",
)
"""What a headless Chromium needs to run as root, in a container and without a network."""

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> str | None:
    """The path of a Chromium, or None when this machine has none."""
    named = os.environ.get("TRUCO_CHROMIUM")
    found = (shutil.which(name) for name in ([named] if named else _NAMES))
    return next((path for path in found if path), None)
