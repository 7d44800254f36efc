/**
 * What the login answered to `goToConfirmation`. Undefined on other visits. The address forgets it, because it holds for
 * some minutes.
 */
export const confirmation = takeConfirmation();

function takeConfirmation(): 'confirmed' | 'unconfirmed' | undefined {
  const answer = new URLSearchParams(location.search).get('account');
  if (answer !== 'confirmed' && answer !== 'unconfirmed') return undefined;
  history.replaceState(history.state, '', location.pathname);
  return answer;
}
