// The screen of a game that is over comes when it is first wanted, with its sentences.

/** What shows and shares such a game; null without the network. */
export async function fetchShare() {
  try {
    const fetched = await import("./share.js");
    await fetched.ready();
    return fetched;
  } catch {
    return null;
  }
}
