/** A client of a server that runs as a program, each request on a connection of its own, so that any of several processes may get it. */
type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

export function clientOf(url: () => string) {
  async function send(path: string, init: Init = {}, timeoutMs = 20_000): Promise<Response> {
    const headers = { 'content-type': 'application/json', connection: 'close', ...init.headers };
    return fetch(`${url()}${path}`, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
  }

  /** One of the demo users. Gives the token. */
  async function logIn(userName: string): Promise<string> {
    const body = JSON.stringify({ userName, password: 'JaraSandbox1' });
    const answer = await send('/api/v1/auth/login', { method: 'POST', body });
    const { token } = (await answer.json()) as { token: string }; // the call promises it
    return token;
  }

  return { send, logIn };
}
