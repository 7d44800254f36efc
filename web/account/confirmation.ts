/**
 * What the login answered to `goToConfirmation`. Undefined on other visits. The address forgets it, because it holds for
 * some minutes.
 */
export const confirmation = takeConfirmation();

function takeConfirmation(): string | undefined {
  const answer = new URLSearchParams(location.search).get('account') ?? '';
  if (!/^(email|second-factor)-(un)?confirmed$/.test(answer)) return undefined;
  history.replaceState(history.state, '', location.pathname);
  return answer;
}
