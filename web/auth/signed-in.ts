/** Scripts cannot read the session's cookies. This cookie tells them that there is a session. */
export function isSignedIn(): boolean {
  return /(?:^|; )parley_signed_in=1/.test(document.cookie);
}
