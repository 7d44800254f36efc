/** Whether there is a session, as far as the page can know: its cookies are out of reach, but this one says so. */
export function isSignedIn(): boolean {
  return /(?:^|; )parley_signed_in=1/.test(document.cookie);
}
