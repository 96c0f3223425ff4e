/** The sandbox beside the shop, as a story needs it: what was charged, what goes wrong next, which mails came. */
import { expect } from '@playwright/test'

export const sandboxPort = Number(process.env['STORY_SANDBOX_PORT'] ?? 4392)
const origin = `http://127.0.0.1:${sandboxPort}`

const ask = async <T>(method: string, path: string, body?: object, at = origin): Promise<T> => {
  const answer = await fetch(`${at}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const said: unknown = await answer.json()
  expect(answer.ok, `${method} ${path}: ${JSON.stringify(said)}`).toBe(true)
  return said as T
}

type Fault = { kind: 'timeout_after_success' | 'error_500' | 'slow'; on: 'sale'; times: number; amount: string }

/** Stories share one gateway: a fault names the amount of the one sale that it is for, "1200.50". */
export const breakGateway = (fault: Fault) => ask<object>('PUT', '/_control/faults', { faults: [fault] })

type Charge = { status: string; amount: string; card: { last4: string } | null }

/** What the gateway was asked to charge to a card, by its last four digits. Each story that counts has a card of its own. */
export const chargesTo = async (last4: string): Promise<Charge[]> =>
  (await ask<{ transactions: Charge[] }>('GET', '/_control/transactions')).transactions.filter(
    ({ card }) => card?.last4 === last4,
  )

/** Plays the bank: the money of a charge has moved, so that a part of it can go back. `at`: the sandbox of a story's own shop. */
export const settleCharge = (transaction: string, at = origin) =>
  ask<object>('POST', `/_control/transactions/${transaction}/settle`, undefined, at)

/** Plays the buyer's bank: it takes the money of a settled charge back for good, or a part of it ("60.00"). */
export const loseDispute = async (transaction: string, amount?: string) => {
  const wish = { reason: 'fraud', ...(amount && { amount }) }
  const { id } = await ask<{ id: string }>('POST', `/_control/transactions/${transaction}/dispute`, wish)
  await ask<object>('POST', `/_control/disputes/${id}/lost`)
}

/** Where somebody reads what came. */
export const mailboxAddress = `${origin}/mailbox`

type Mail = { id: string; subject: string; text: string; links: string[] }

/** The mails to an address with these words in the subject and in the text. */
export const mailsTo = async (address: string, subject: string, text: string): Promise<Mail[]> =>
  (await ask<{ messages: Mail[] }>('GET', `/mailbox/messages?to=${encodeURIComponent(address)}`)).messages.filter(
    mail => mail.subject.includes(subject) && mail.text.includes(text),
  )

/** Waits for the one mail that somebody gets, or the one of them with these words in its subject. */
export const mailTo = async (address: string, subject = '', at = origin): Promise<Mail> => {
  const read = async () =>
    (
      await ask<{ messages: Mail[] }>('GET', `/mailbox/messages?to=${encodeURIComponent(address)}`, undefined, at)
    ).messages.filter(mail => mail.subject.includes(subject))
  await expect.poll(async () => (await read()).length, { message: `mails to ${address}` }).toBe(1)
  const [mail] = await read()
  if (!mail) throw new Error(`The mail to ${address} is gone again.`)
  return mail
}

/** The token of the link that confirms a new account's email address. */
export const confirmingToken = async (address: string, at = origin): Promise<string> => {
  const { text } = await mailTo(address, 'Confirm your email', at)
  return /verify-email\/([\w-]{43})/.exec(text)?.[1] ?? ''
}
