/** The gateway as its doors share it. */
import type { Fault } from './faults.ts'
import { openStore, type Store } from './store.ts'

export type Merchant = { merchant_id: string; public_key: string; private_key: string }

/** Keys of the stand-in: they open nothing but this sandbox. */
export const defaultMerchant: Merchant = {
  merchant_id: 'sandbox_merchant',
  public_key: 'sandbox_public',
  private_key: 'sandbox_private',
}

export type Settings = {
  /** Whether the published amounts decide declines. Off, so that a large demo cart is not declined for its size. */
  strict_amounts: boolean
  /** Whether bank debits end by themselves a moment after they were made; off, somebody settles them by hand. */
  debits_settle: boolean
  /** Where webhooks are delivered; null: they are kept, and nobody is told. */
  webhook_url: string | null
}

export type Gateway = { merchant: Merchant; settings: Settings; store: Store; faults: Fault[] }

export const openGateway = (merchant: Merchant, settings: Settings, folder?: string): Gateway => ({
  merchant,
  settings,
  store: openStore(folder),
  faults: [],
})
