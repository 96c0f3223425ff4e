/** The sandbox of the shared shop: charges, faults and mails. */
import { expect } from '@playwright/test'

export const sandboxPort = Number(process.env['STORY_SANDBOX_PORT'] ?? 4392)
const origin = `http://127.0.0.1:${sandboxPort}`

const callSandbox = async <T>(method: string, path: string, body?: object, sandboxOrigin = origin): Promise<T> => {
  const response = await fetch(`${sandboxOrigin}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const data: unknown = await response.json()
  expect(response.ok, `${method} ${path}: ${JSON.stringify(data)}`).toBe(true)
  return data as T
}

type SaleFault = { kind: 'timeout_after_success' | 'error_500' | 'slow'; on: 'sale'; times: number; amount: string }

/** Injects a fault for one sale. Stories share a gateway, so the fault names the amount of the sale, such as "1200.50". */
export const injectFault = (fault: SaleFault) => callSandbox<object>('PUT', '/_control/faults', { faults: [fault] })

type SandboxCharge = { status: string; amount: string; card: { last4: string } | null }

/** The charges to a card, by its last four digits. Each story that counts charges uses its own card. */
export const listCharges = async (last4: string): Promise<SandboxCharge[]> =>
  (await callSandbox<{ transactions: SandboxCharge[] }>('GET', '/_control/transactions')).transactions.filter(
    ({ card }) => card?.last4 === last4,
  )

/** Settles a charge, so that it can be refunded in part. `sandboxOrigin`: the sandbox of a separate shop. */
export const settleCharge = (transaction: string, sandboxOrigin = origin) =>
  callSandbox<object>('POST', `/_control/transactions/${transaction}/settle`, undefined, sandboxOrigin)

/** Opens and loses a dispute for all of a settled charge or part of it ("60.00"). */
export const loseDispute = async (transaction: string, amount?: string) => {
  const input = { reason: 'fraud', ...(amount && { amount }) }
  const { id } = await callSandbox<{ id: string }>('POST', `/_control/transactions/${transaction}/dispute`, input)
  await callSandbox<object>('POST', `/_control/disputes/${id}/lost`)
}

/** The mailbox page. */
export const mailboxUrl = `${origin}/mailbox`

type SandboxMail = { id: string; subject: string; text: string; html: string | null; links: string[] }

/** The mails to an address with this text in the subject and in the body. */
export const listMails = async (
  address: string,
  subject: string,
  text: string,
  sandboxOrigin = origin,
): Promise<SandboxMail[]> =>
  (
    await callSandbox<{ messages: SandboxMail[] }>(
      'GET',
      `/mailbox/messages?to=${encodeURIComponent(address)}`,
      undefined,
      sandboxOrigin,
    )
  ).messages.filter(mail => mail.subject.includes(subject) && mail.text.includes(text))

/** Waits until exactly one mail to the address has this text in its subject, and returns it. */
export const waitForMail = async (address: string, subject = '', sandboxOrigin = origin): Promise<SandboxMail> => {
  const readMails = () => listMails(address, subject, '', sandboxOrigin)
  await expect.poll(async () => (await readMails()).length, { message: `mails to ${address}` }).toBe(1)
  const [mail] = await readMails()
  if (!mail) throw new Error(`The mail to ${address} has disappeared.`)
  return mail
}

/** The code that a registration mailed to an address. */
export const getRegistrationCode = async (address: string, sandboxOrigin = origin): Promise<string> =>
  (await waitForMail(address, ' code', sandboxOrigin)).subject.slice(0, 6)
