/** The vault: cards, bank accounts and PayPal accounts kept for customers. */
import { readAddress, readExpiration } from './cards.ts'
import type { Gateway } from './gateway.ts'
import { isCard } from './instruments.ts'
import { flag, group, newId, now, type Params, text } from './params.ts'
import type { CardData, Instrument, Kept, Nonce, Verification } from './records.ts'
import { Missing, refuse } from './refusal.ts'
import { consume, usableNonce } from './tokens.ts'
import { isRefused, verify } from './verify.ts'

/** An instrument that the bank refused when it was checked: nothing was kept. */
export type Refused = { refused: Verification; instrument: CardData }

const nonceCodes = { scope: ['payment_method'], consumed: '93107', unknown: '93108' }

/** Keeps the instrument of a nonce for a customer, checking it first when the options ask for that. */
export function createPaymentMethod(gateway: Gateway, params: Params): Kept | Refused {
  const { scope } = nonceCodes
  const customer_id = text(params, 'customer_id')
  if (!customer_id) throw refuse(scope, 'customer_id', '93104', 'Customer ID is required.')
  if (!gateway.store.customers.get(customer_id)) throw refuse(scope, 'customer_id', '93105', 'Customer ID is invalid.')
  const nonce = readNonce(gateway, params)
  const token = text(params, 'token')
  if (token && (!/^[\w-]{1,36}$/.test(token) || gateway.store.methods.get(token)))
    throw refuse(['payment_method', 'credit_card'], 'token', '91718', 'Token is invalid.')

  const options = group(params, 'options')
  if (flag(options, 'fail_on_duplicate_payment_method') && isKept(gateway, nonce.instrument))
    throw refuse(['payment_method', 'credit_card'], 'number', '81724', 'Duplicate card exists in the vault.')
  return vault(gateway, nonce, {
    customer_id,
    token,
    options,
    instrument: changed(nonce.instrument, params),
    make_default: flag(options, 'make_default'),
  })
}

type Vaulting = {
  customer_id: string
  token?: string | undefined
  options?: Params
  make_default?: boolean
  instrument?: Instrument
}

/** Puts a nonce's instrument into the vault and uses the nonce up; a customer's first becomes the default. */
export function vault(gateway: Gateway, nonce: Nonce, wish: Vaulting): Kept | Refused {
  const { instrument = nonce.instrument, customer_id } = wish
  if (instrument.kind === 'paypal' && !instrument.billing_agreement_id)
    throw refuse(['payment_method'], 'base', '82902', 'Cannot vault a one-time use PayPal account.')
  const already = nonce.token ? gateway.store.methods.get(nonce.token) : undefined
  const verification = verify(instrument, wish.options ?? {})
  consume(gateway, nonce)
  if (verification && isRefused(verification) && isCard(instrument)) return { refused: verification, instrument }
  // A PayPal account that was kept while it was approved is the same one when the merchant asks for it.
  if (already && already.customer_id === customer_id && already.instrument.kind === 'paypal')
    return wish.make_default ? makeDefault(gateway, already) : already
  const kept = gateway.store.methods.put({
    id: wish.token ?? newId(),
    customer_id,
    is_default: keptFor(gateway, customer_id).length === 0,
    instrument,
    verification,
    created_at: now(),
    updated_at: now(),
  })
  return wish.make_default ? makeDefault(gateway, kept) : kept
}

/** A kept instrument, or 404. */
export function findPaymentMethod({ store }: Gateway, token: string): Kept {
  const kept = store.methods.get(token)
  if (!kept) throw new Missing(`No payment method ${token}`)
  return kept
}

/** Changes a kept card's name, date, address, or the default mark; checks again; or takes a nonce's instrument instead. */
export function updatePaymentMethod(gateway: Gateway, token: string, params: Params): Kept | Refused {
  const kept = findPaymentMethod(gateway, token)
  const nonce = text(params, 'payment_method_nonce') ? readNonce(gateway, params) : undefined
  const options = group(params, 'options')
  const { month, year } = readExpiration(params)
  const instrument = changed(nonce?.instrument ?? kept.instrument, params)
  if (isCard(instrument) && month && year) Object.assign(instrument, { expiration_month: month, expiration_year: year })

  const verification = verify(instrument, options) ?? kept.verification
  if (nonce) consume(gateway, nonce)
  if (verification && isRefused(verification) && isCard(instrument)) return { refused: verification, instrument }
  const updated = gateway.store.methods.put({ ...kept, instrument, verification, updated_at: now() })
  return flag(options, 'make_default') ? makeDefault(gateway, updated) : updated
}

/** Forgets an instrument; when it was the default, the customer's oldest remaining one takes its place. */
export function deletePaymentMethod(gateway: Gateway, token: string) {
  const { customer_id, is_default } = findPaymentMethod(gateway, token)
  gateway.store.methods.delete(token)
  const [heir] = keptFor(gateway, customer_id)
  if (is_default && heir) makeDefault(gateway, heir)
}

/** What is kept for a customer, oldest first. */
export const keptFor = ({ store }: Gateway, customer_id: string) =>
  store.methods.all().filter(kept => kept.customer_id === customer_id)

function makeDefault(gateway: Gateway, chosen: Kept): Kept {
  for (const kept of keptFor(gateway, chosen.customer_id))
    if (kept.is_default && kept.id !== chosen.id) gateway.store.methods.put({ ...kept, is_default: false })
  return gateway.store.methods.put({ ...chosen, is_default: true })
}

/** The instrument with the name and address that came beside it. */
function changed(instrument: Instrument, params: Params): Instrument {
  const billing = readAddress(group(params, 'billing_address')) ?? instrument.billing
  if (!isCard(instrument)) return { ...instrument, billing }
  return { ...instrument, billing, cardholder_name: text(params, 'cardholder_name') ?? instrument.cardholder_name }
}

function readNonce(gateway: Gateway, params: Params): Nonce {
  const id = text(params, 'payment_method_nonce')
  if (!id) throw refuse(nonceCodes.scope, 'payment_method_nonce', '93103', 'Nonce is required.')
  return usableNonce(gateway, id, nonceCodes)
}

const isKept = ({ store }: Gateway, wanted: Instrument) =>
  isCard(wanted) &&
  store.methods
    .all()
    .some(
      ({ instrument }) =>
        isCard(instrument) &&
        instrument.test_number === wanted.test_number &&
        instrument.expiration_month === wanted.expiration_month &&
        instrument.expiration_year === wanted.expiration_year,
    )
