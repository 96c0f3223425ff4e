/** The ways to pay that somebody has: what their workspace keeps, and what is new. */
import { methodName } from './method-name.ts'
import type { PaymentMethod } from './methods-contract.ts'

export type MethodType = PaymentMethod['type']

/** Ids of what is not kept yet. */
export const new_ids = { card: -2, ach: -3, paypal: -1 } as const satisfies Record<MethodType, number>

export type MethodOption = {
  id: number
  type: MethodType
  label: string
  /** It cannot be paid with any more. */
  is_expired: boolean
  /** The kept method; null for what is new. */
  kept: PaymentMethod | null
}

const newLabels: Record<MethodType, string> = {
  card: 'New card',
  paypal: 'New PayPal account',
  ach: 'New bank account (ACH)',
}

const option = (type: MethodType): MethodOption => ({
  id: new_ids[type],
  type,
  label: newLabels[type],
  is_expired: false,
  kept: null,
})

/** Bank accounts pay only where the United States are billed. */
const payingIn = (methods: readonly PaymentMethod[], is_us: boolean) =>
  methods.filter(({ type }) => is_us || type !== 'ach')

/** What is kept first, in its own order. */
export const optionsFor = (methods: readonly PaymentMethod[], is_us: boolean): MethodOption[] => [
  ...payingIn(methods, is_us).map(method => ({
    id: method.id,
    type: method.type,
    label: `${methodName(method)}${method.is_expired ? ', expired' : method.default ? ', default' : ''}`,
    is_expired: method.is_expired,
    kept: method,
  })),
  option('card'),
  option('paypal'),
  ...(is_us ? [option('ach')] : []),
]

/** The workspace's default, unless it has run out; else a new card. */
export const firstChoice = (methods: readonly PaymentMethod[], is_us: boolean): number =>
  payingIn(methods, is_us).find(method => method.default && !method.is_expired)?.id ?? new_ids.card
