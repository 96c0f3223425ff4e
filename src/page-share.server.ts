/** What is drawn for one guest is what every guest sees: one drawing serves all who ask for it within two seconds. */
import type { Clock } from './platform/clock.ts'
import { shared } from './platform/remember.server.ts'
import { themeOf } from './ui/theme.ts'

/** A page as it was drawn: its nonce stands wherever a script or a style begins. */
export type Drawn = { status: number; headers: Headers; page: Buffer; nonce: string }

/** Answers with what `draw` draws, or with what was drawn for another guest, under the nonce of this answer. */
export type Share = (asked: Request, nonce: string, draw: (asked: Request) => Promise<Drawn>) => Promise<Drawn>

const fresh_ms = 2_000
/** About 200 kB each. */
const most_pages = 200

/** The server draws nothing by these. With any other cookie, somebody may be shown what is theirs alone. */
const impersonal = new Set(['theme', 'device_id', 'registration_referral'])

const cookieNames = (cookies: string) =>
  cookies
    .split(';')
    .map(pair => (pair.split('=')[0] ?? '').trim())
    .filter(name => name !== '')

/** What `randomToken` makes, in a path or after a sign of equality: the page is for whoever has it, and changes by what they do there. */
const carriesToken = /[/=][\w-]{43}(?=[/.&?]|$)/

const isGuests = ({ method, headers, url }: Request) =>
  method === 'GET' &&
  !carriesToken.test(url) &&
  cookieNames(headers.get('cookie') ?? '').every(name => impersonal.has(name))

/** The same request, which does not end when the one who asked first goes away. */
const lasting = ({ url, headers }: Request) => new Request(url, { headers })

/** In bytes: what is no text stays as it is, and nothing is copied but once. */
const withNonce = (drawn: Drawn, nonce: string): Drawn => {
  const [known, own] = [Buffer.from(drawn.nonce), Buffer.from(nonce)]
  const pieces: Buffer[] = []
  let from = 0
  for (let at = drawn.page.indexOf(known); at >= 0; at = drawn.page.indexOf(known, from)) {
    pieces.push(drawn.page.subarray(from, at), own)
    from = at + known.length
  }
  return { ...drawn, nonce, page: Buffer.concat([...pieces, drawn.page.subarray(from)]) }
}

export const sharePages = (clock: Clock): Share => {
  const share = shared<Drawn>(clock, fresh_ms, most_pages)
  return async (asked, nonce, draw) => {
    if (!isGuests(asked)) return draw(asked)
    // With its host, for the page's links are made from it.
    const question = `${asked.url} ${themeOf(asked.headers.get('cookie'))}`
    const drawn = await share(question, () => draw(lasting(asked)))
    // Given to one, it is theirs alone.
    if (drawn.headers.has('set-cookie')) return draw(asked)
    return drawn.nonce === nonce ? drawn : withNonce(drawn, nonce)
  }
}
