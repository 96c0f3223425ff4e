/** Which cookies a request's `Cookie` header has. Safe for the browser: the pages use it. */
export const cookieNames = (header: string | null | undefined): string[] =>
  (header ?? '')
    .split(';')
    .map(pair => (pair.split('=')[0] ?? '').trim())
    .filter(name => name !== '')

/** Whether one of these cookies is sent, by its name on HTTP or on HTTPS (`__Host-session`). */
export const hasHostCookie = (header: string | null | undefined, ...names: readonly string[]): boolean =>
  cookieNames(header).some(name => names.includes(name.replace(/^__Host-/, '')))
