/**
 * Keeps the control page fresh: the parts marked `data-live` are exchanged every two seconds while somebody looks.
 * Without the script the page is complete, only not alive.
 */
export const LIVE_SCRIPT = `
const refresh = async () => {
  if (document.hidden) return;
  const answer = await fetch('/').catch(() => null);
  if (answer === null || !answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.getElementById(part.id);
    if (next !== null && next.innerHTML !== part.innerHTML && !part.contains(document.activeElement))
      part.replaceChildren(...next.childNodes);
  }
};
setInterval(refresh, 2000);
`;
