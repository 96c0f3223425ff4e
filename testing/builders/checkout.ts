/** A shop with a real sandbox gateway, and buyers with filled carts. */
import { randomUUID } from 'node:crypto'

import { createBrowserClient, sdk } from '../../sandbox/payments/testing.ts'
import { startSandbox, type Sandbox } from '../../sandbox/start.ts'
import type { ApiFeature } from '../../src/app/api.ts'
import { addItems } from '../../src/cart/contract.ts'
import { setCartBilling } from '../../src/cart/details-contract.ts'
import { checkout, type CheckoutBody } from '../../src/checkout/contract.ts'
import type { PaymentGateway } from '../../src/payments/gateway.server.ts'
import type { Member, WorkspaceRole } from '../../src/platform/actor.ts'
import { openTestApp, type TestApp, type Visitor } from '../app.ts'
import { solveCaptcha } from '../captcha.ts'
import { seedClip, seedMember, type TestClip } from './orders.ts'

type GatewayFault = {
  kind: 'timeout_after_success' | 'error_500' | 'slow'
  on?: string
  times?: number
  delay_ms?: number
}
type VaultedCard = { token: string; customer_id: string; card: { last4: string } }
type GatewayWebhook = { kind: string; about: string; bt_signature: string; bt_payload: string }
type GatewayTransaction = {
  id: string
  type: string
  status: string
  amount: string
  order_id: string
  three_d_secure: string | null
}

/** `timeout_ms` is how long the shop waits for a call to the gateway; `probes` add to its endpoints. */
export const openCheckoutShop = async (timeout_ms = 20_000, probes: ApiFeature[] = []) => {
  const sandbox = await startSandbox()
  const shop = await openTestApp(gatewayEnvironment(sandbox.origins.http, timeout_ms), { probes })
  const clips = [await seedClip(shop), await seedClip(shop, 'Paper lanterns')]
  return {
    shop,
    clips,
    ...createGatewayControls(sandbox),
    close: async () => {
      await shop.close()
      await sandbox.close()
    },
  }
}

export const gatewayEnvironment = (url: string, timeout_ms: number) => ({
  SANDBOX_URL: url,
  BRAINTREE_TIMEOUT_MS: String(timeout_ms),
})

export const createGatewayControls = (sandbox: Pick<Sandbox, 'origins' | 'ports'>) => {
  const { origins } = sandbox
  const bank = sdk(sandbox)
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = body && { 'content-type': 'application/json' }
    const response = await fetch(`${origins.http}/_control/${path}`, {
      method,
      ...(body && { headers, body: JSON.stringify(body) }),
    })
    return response.json()
  }
  return {
    faults: (...faults: GatewayFault[]) => control('PUT', 'faults', { faults }),
    /** Number of faults that have not been triggered yet. */
    faultsLeft: async () => ((await control('GET', 'faults')) as { faults: GatewayFault[] }).faults.length,
    /** Sets whether debits settle automatically, and the webhook URL. */
    set: (settings: { debits_settle?: boolean; webhook_url?: string | null }) => control('PUT', 'settings', settings),
    /** Settles a charge like the bank. */
    settle: (id: string) => bank.testing.settle(id),
    bounce: (id: string) => bank.testing.settlementDecline(id),
    /** `amount` limits the dispute to a part, as "60.00". */
    dispute: async (id: string, amount?: string) =>
      (
        (await control('POST', `transactions/${id}/dispute`, { reason: 'fraud', ...(amount && { amount }) })) as {
          id: string
        }
      ).id,
    decide: (dispute: string, outcome: 'won' | 'lost') => control('POST', `disputes/${dispute}/${outcome}`),
    revoke: (token: string) => control('POST', `payment_methods/${token}/revoke`),
    /** All webhooks that were sent, oldest first. */
    webhooks: async () => ((await control('GET', 'webhooks')) as { webhooks: GatewayWebhook[] }).webhooks.toReversed(),
    /** Tokenizes a card like the browser SDK. */
    cardNonce: async (number: string) => {
      const creditCard = { number, expirationMonth: '01', expirationYear: '2031', cvv: '123' }
      const client = await createBrowserClient(sandbox)
      const { body: answer } = await client.post<{ creditCards: { nonce: string }[] }>('payment_methods/credit_cards', {
        creditCard,
      })
      return answer.creditCards[0]?.nonce ?? ''
    },
    /** Tokenizes a bank account like the browser SDK. */
    bankNonce: async (accountNumber: string) => {
      const client = await createBrowserClient(sandbox)
      const usBankAccount = {
        accountNumber,
        routingNumber: '021000021',
        accountType: 'CHECKING',
        achMandate: 'I authorize a debit.',
        individualOwner: { firstName: 'Ada', lastName: 'Lovett' },
      }
      const query =
        'mutation TokenizeUsBankAccount($input: TokenizeUsBankAccountInput!) { tokenizeUsBankAccount(input: $input) { paymentMethod { id } } }'
      const { body: answer } = await client.graphql<{
        data: { tokenizeUsBankAccount: { paymentMethod: { id: string } } }
      }>(query, { usBankAccount })
      return answer.data.tokenizeUsBankAccount.paymentMethod.id
    },
    lookUp: async (nonce: string) => {
      const client = await createBrowserClient(sandbox)
      const path = `payment_methods/${nonce}/three_d_secure/lookup`
      const { body: answer } = await client.post<{ paymentMethod: { nonce: string } }>(path, { amount: '10.00' })
      return answer.paymentMethod.nonce
    },
    strictAmounts: (strict_amounts: boolean) => control('PUT', 'settings', { strict_amounts }),
    /** All transactions of the gateway, newest first. */
    transactions: async () =>
      ((await control('GET', 'transactions')) as { transactions: GatewayTransaction[] }).transactions,
    /** The cards in the gateway's vault. */
    cards: async () => ((await control('GET', 'cards')) as { cards: VaultedCard[] }).cards,
    /** Resets the gateway. */
    forgetAll: () => control('DELETE', 'transactions'),
  }
}

/** Saves a valid card in the gateway's vault. Returns its token. */
export const seedVaultedCard = async (gateway: PaymentGateway): Promise<string> => {
  const [customer_id, token] = [randomUUID(), randomUUID()]
  await gateway.createCustomer(customer_id, 'Fieldnote Pictures')
  const verification = await gateway.verify({ customer_id, nonce: 'fake-valid-nonce', token })
  if (verification.kind !== 'good') throw new Error(`No card: ${verification.kind}`)
  return token
}

type BuyerOptions = {
  role?: WorkspaceRole
  workspace_id?: number
  billing?: boolean
  license?: { org_type?: 'commercial' | 'nonprofit'; end_client_size?: 2 | 3; distribution_ids?: number[] }
}

/** Seeds a member with `clips` in the cart and a billing address in Texas. */
export const seedBuyer = async (
  shop: TestApp,
  clips: readonly TestClip[],
  { role = 'owner', workspace_id, license, billing = true }: BuyerOptions = {},
) => {
  const member = await seedMember(shop, role, workspace_id)
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
  if (billing) cart = (await visitor.call(setCartBilling, { body: await texasBilling(shop, user_id) })).data
  return {
    ...member,
    cart,
    actor: await loadMemberActor(shop, user_id, role),
    /** Pays for the cart as last seen, with a new idempotency key unless one is given. */
    pay: async ({
      key = randomUUID(),
      nonce = 'fake-valid-nonce',
      seen = cart.fingerprint,
      ...overrides
    }: PayOptions = {}) =>
      visitor.call(
        checkout,
        { body: { ...buildPaymentBody(seen, nonce), ...overrides, ...(await solveCheckoutCaptcha(visitor)) } },
        { idempotencyKey: key },
      ),
    /** Pays with the given fields in place of a captcha proof. */
    payWithoutCaptcha: (overrides: object) =>
      visitor.call(
        checkout,
        { body: { ...buildPaymentBody(cart.fingerprint), ...overrides } },
        { idempotencyKey: randomUUID() },
      ),
  }
}

type PayOptions = { key?: string; nonce?: string | null; seen?: string } & Partial<
  Pick<CheckoutBody, 'payment_type' | 'payment_method_id' | 'remember_payment_method' | 'terms_version'>
>

/** The captcha field that every payment needs. */
export const solveCheckoutCaptcha = async (visitor: Pick<Visitor, 'call'>) => ({
  'g-recaptcha-response': await solveCaptcha(visitor, 'checkout_form'),
})

export type CartBuyer = Awaited<ReturnType<typeof seedBuyer>>

export const buildPaymentBody = (seen: string, nonce: string | null = 'fake-valid-nonce') => ({
  nonce,
  payment_type: 'card' as const,
  payment_method_id: null,
  remember_payment_method: false,
  seen,
})

export const texasBilling = async ({ db }: TestApp, user_id: number) => {
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

/** Returns the actor as handlers receive it. */
export const loadMemberActor = async (
  { db }: TestApp,
  user_id: number,
  workspace_role: WorkspaceRole,
): Promise<Member> => {
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
