import type { onRequestHookHandler } from 'fastify';

/**
 * Lets in only the machine itself. The address alone is not enough: a page on the internet can make a browser
 * here call us, by a name that resolves to loopback (so the Host must be a loopback name) or by a plain form
 * (so an Origin, when there is one, must be loopback too).
 */
export const loopbackOnly: onRequestHookHandler = (request, reply, next) => {
  const { host, origin } = request.headers;
  const address = request.raw.socket.remoteAddress ?? '';
  const isLocal =
    isLoopbackAddress(address) &&
    host !== undefined &&
    isLoopbackUrl(`http://${host}`) &&
    (origin === undefined || isLoopbackUrl(origin));
  if (isLocal) next();
  else void reply.code(403).send({ msg: 'The control side of the sandbox answers this machine only' });
};

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname } = new URL(text);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
