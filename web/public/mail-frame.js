// Shows a mail as its reader gets it, styles and all: they are not allowed in the page itself. The page sends it; no script in it runs, and
// this frame is of no origin, so it could reach nothing.
addEventListener('message', ({ source, data }) => {
  if (source !== parent) return;
  const mail = new DOMParser().parseFromString(String(data), 'text/html');
  // Links open a new window, which the frame may not: a click leads nowhere.
  const base = mail.createElement('base');
  base.target = '_blank';
  mail.head.prepend(base);
  document.replaceChild(document.adoptNode(mail.documentElement), document.documentElement);
});
