/** Whether the address has languages or a text to open. In its own file, to keep `link.ts` out of the first load. */
export function hasLink(): boolean {
  return /[#&](sl|tl|text)=/.test(location.hash);
}

/** Call this before anything else reads the address: browsers copy it each time, for seconds if it has megabytes. */
export function shortenLink(): void {
  const { hash, pathname, search } = location;
  if (hash.length > maxHashCharacters) {
    history.replaceState(history.state, '', pathname + search + hash.slice(0, maxHashCharacters));
  }
}

/** More than the text that a field holds, with nine characters for each. */
const maxHashCharacters = 200_000;
