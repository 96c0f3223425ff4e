/** What a test of checkout begins from: a shop beside a real sandbox gateway, and buyers with a full cart. */
import { randomUUID } from 'node:crypto'

import { browser, sdk } from '../../sandbox/payments/testing.ts'
import { startSandbox, type Sandbox } from '../../sandbox/start.ts'
import { addItems } from '../../src/cart/contract.ts'
import { setCartBilling } from '../../src/cart/details-contract.ts'
import { checkout, type CheckoutBody } from '../../src/checkout/contract.ts'
import type { Gateway } from '../../src/payments/gateway.server.ts'
import type { Member, WorkspaceRole } from '../../src/platform/actor.ts'
import { openTestApp, type TestApp, type Visitor } from '../app.ts'
import { proofOf } from '../proof.ts'
import { aClip, aMember, type TestClip } from './orders.ts'

type Fault = { kind: 'timeout_after_success' | 'error_500' | 'slow'; on?: string; times?: number; delay_ms?: number }
type Card = { token: string; customer_id: string; card: { last4: string } }
type SentWebhook = { kind: string; about: string; bt_signature: string; bt_payload: string }
type Transaction = {
  id: string
  type: string
  status: string
  amount: string
  order_id: string
  three_d_secure: string | null
}

/** A call to the gateway may take `timeout_ms` before nobody knows what it did. */
export const openCheckoutShop = async (timeout_ms = 20_000) => {
  const sandbox = await startSandbox()
  const shop = await openTestApp(besideGateway(sandbox.origins.http, timeout_ms))
  const clips = [await aClip(shop), await aClip(shop, 'Paper lanterns')]
  return {
    shop,
    clips,
    ...controlsOf(sandbox),
    close: async () => {
      await shop.close()
      await sandbox.close()
    },
  }
}

export const besideGateway = (url: string, timeout_ms: number) => ({
  SANDBOX_URL: url,
  BRAINTREE_TIMEOUT_MS: String(timeout_ms),
})

export const controlsOf = (sandbox: Pick<Sandbox, 'origins' | 'ports'>) => {
  const { origins } = sandbox
  const bank = sdk(sandbox)
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = body && { 'content-type': 'application/json' }
    const answer = await fetch(`${origins.http}/_control/${path}`, {
      method,
      ...(body && { headers, body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  return {
    faults: (...faults: Fault[]) => control('PUT', 'faults', { faults }),
    /** How many of them still wait for a call to hit. */
    faultsLeft: async () => ((await control('GET', 'faults')) as { faults: Fault[] }).faults.length,
    /** Whether debits end by themselves, and where webhooks go. */
    set: (settings: { debits_settle?: boolean; webhook_url?: string | null }) => control('PUT', 'settings', settings),
    /** Plays the bank. */
    settle: (id: string) => bank.testing.settle(id),
    bounce: (id: string) => bank.testing.settlementDecline(id),
    /** `amount`: of a part, as "60.00". */
    dispute: async (id: string, amount?: string) =>
      (
        (await control('POST', `transactions/${id}/dispute`, { reason: 'fraud', ...(amount && { amount }) })) as {
          id: string
        }
      ).id,
    decide: (dispute: string, outcome: 'won' | 'lost') => control('POST', `disputes/${dispute}/${outcome}`),
    revoke: (token: string) => control('POST', `payment_methods/${token}/revoke`),
    /** Every webhook that was written, the oldest first, as it is posted. */
    webhooks: async () => ((await control('GET', 'webhooks')) as { webhooks: SentWebhook[] }).webhooks.toReversed(),
    /** As a browser gets a nonce for a card number, and has its holder asked. */
    cardNonce: async (number: string) => {
      const creditCard = { number, expirationMonth: '01', expirationYear: '2031', cvv: '123' }
      const door = await browser(sandbox)
      const { answer } = await door.post<{ creditCards: { nonce: string }[] }>('payment_methods/credit_cards', {
        creditCard,
      })
      return answer.creditCards[0]?.nonce ?? ''
    },
    /** The same for a bank account. */
    bankNonce: async (accountNumber: string) => {
      const door = await browser(sandbox)
      const usBankAccount = {
        accountNumber,
        routingNumber: '021000021',
        accountType: 'CHECKING',
        achMandate: 'I authorize a debit.',
        individualOwner: { firstName: 'Ada', lastName: 'Lovett' },
      }
      const query =
        'mutation TokenizeUsBankAccount($input: TokenizeUsBankAccountInput!) { tokenizeUsBankAccount(input: $input) { paymentMethod { id } } }'
      const { answer } = await door.graphql<{ data: { tokenizeUsBankAccount: { paymentMethod: { id: string } } } }>(
        query,
        { usBankAccount },
      )
      return answer.data.tokenizeUsBankAccount.paymentMethod.id
    },
    lookUp: async (nonce: string) => {
      const door = await browser(sandbox)
      const path = `payment_methods/${nonce}/three_d_secure/lookup`
      const { answer } = await door.post<{ paymentMethod: { nonce: string } }>(path, { amount: '10.00' })
      return answer.paymentMethod.nonce
    },
    strictAmounts: (strict_amounts: boolean) => control('PUT', 'settings', { strict_amounts }),
    /** Everything that the gateway was ever asked to charge, newest first. */
    transactions: async () => ((await control('GET', 'transactions')) as { transactions: Transaction[] }).transactions,
    /** The cards in its vault. */
    cards: async () => ((await control('GET', 'cards')) as { cards: Card[] }).cards,
    /** Forgets everything that it was ever told, as a gateway that was set up anew. */
    forgetAll: () => control('DELETE', 'transactions'),
  }
}

/** The name of a good card in the gateway's vault. */
export const aCard = async (gateway: Gateway): Promise<string> => {
  const [customer_id, token] = [randomUUID(), randomUUID()]
  await gateway.createCustomer(customer_id, 'Fieldnote Pictures')
  const said = await gateway.verify({ customer_id, nonce: 'fake-valid-nonce', token })
  if (said.kind !== 'good') throw new Error(`No card: ${said.kind}`)
  return token
}

type Wish = {
  role?: WorkspaceRole
  workspace_id?: number
  billing?: boolean
  license?: { org_type?: 'commercial' | 'nonprofit'; end_client_size?: 2 | 3; distribution_ids?: number[] }
}

/** A member with `clips` in the cart, billed in Texas. */
export const aBuyer = async (
  shop: TestApp,
  clips: readonly TestClip[],
  { role = 'owner', workspace_id, license, billing = true }: Wish = {},
) => {
  const member = await aMember(shop, role, workspace_id)
  const { visitor, user_id } = member
  const choice = {
    org_type: 'commercial',
    end_client_size: 2,
    distribution_ids: [3],
    format_id: 3,
    ...license,
  } as const
  let { data: cart } = await visitor.call(addItems, {
    body: { ...choice, distribution_ids: [...choice.distribution_ids], clips: clips.map(clip => clip.id) },
  })
  if (billing) cart = (await visitor.call(setCartBilling, { body: await texan(shop, user_id) })).data
  return {
    ...member,
    cart,
    actor: await memberOf(shop, user_id, role),
    /** Pays for what was seen, with a key of its own unless one is given. */
    pay: async ({ key = randomUUID(), nonce = 'fake-valid-nonce', seen = cart.fingerprint, ...more }: PayWish = {}) =>
      visitor.call(
        checkout,
        { body: { ...payment(seen, nonce), ...more, ...(await checkoutProof(visitor)) } },
        { idempotencyKey: key },
      ),
    /** The same with whatever stands for a proof. */
    payUnproven: (more: object) =>
      visitor.call(checkout, { body: { ...payment(cart.fingerprint), ...more } }, { idempotencyKey: randomUUID() }),
  }
}

type PayWish = { key?: string; nonce?: string | null; seen?: string } & Partial<
  Pick<CheckoutBody, 'payment_type' | 'payment_method_id' | 'remember_payment_method'>
>

/** What stands beside every payment. */
export const checkoutProof = async (visitor: Pick<Visitor, 'call'>) => ({
  'g-recaptcha-response': await proofOf(visitor, 'checkout_form'),
})

export type CartBuyer = Awaited<ReturnType<typeof aBuyer>>

export const payment = (seen: string, nonce: string | null = 'fake-valid-nonce') => ({
  nonce,
  payment_type: 'card' as const,
  payment_method_id: null,
  remember_payment_method: false,
  seen,
})

export const texan = async ({ db }: TestApp, user_id: number) => {
  const { id } = await db
    .selectFrom('country_regions')
    .where('country_id', '=', 41)
    .where('code', '=', 'TX')
    .select('id')
    .executeTakeFirstOrThrow()
  return {
    company: 'Fieldnote Pictures',
    billing_contact_user_id: user_id,
    address: '12 Alder Street',
    city: 'Austin',
    postal_code: '78701',
    country_id: 41,
    country_region_id: id,
  }
}

/** Who asks, as a handler gets it. */
export const memberOf = async ({ db }: TestApp, user_id: number, workspace_role: WorkspaceRole): Promise<Member> => {
  const { workspace_id } = await db
    .selectFrom('current_workspaces')
    .where('user_id', '=', user_id)
    .select('workspace_id')
    .executeTakeFirstOrThrow()
  return {
    user_id,
    workspace_id,
    workspace_role,
    platform_roles: [1],
    session_id: 0,
    cart_hash: null,
    masquerade: null,
    needs_two_step: false,
  }
}
