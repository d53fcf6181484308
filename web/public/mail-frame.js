// Shows a mail as its reader gets it. The page sends it; no script in it runs, nothing is loaded, and this frame is of no origin, so it could reach nothing.
addEventListener('message', ({ source, data }) => {
  if (source !== parent) return;
  // Mails have their styles in attributes, which the policy refuses: what a mail could not do to itself by them, this script does one by one.
  const mail = new DOMParser().parseFromString(
    String(data).replace(/\sstyle="/g, ' data-style="'),
    'text/html',
  );
  // Links open a new window, which the frame may not: a click leads nowhere.
  const base = mail.createElement('base');
  base.target = '_blank';
  mail.head.prepend(base);
  document.replaceChild(document.adoptNode(mail.documentElement), document.documentElement);
  for (const element of document.querySelectorAll('[data-style]'))
    element.style.cssText = element.dataset.style;
});
