/**
 * The features in dependency order: each imports only from those before it. A feature's staff pages (`<feature>/admin/`)
 * come after all features, because they combine several of them. Checked by `features.test.ts`.
 */
export const features = [
  'platform',
  'ui',
  'accounts',
  'tickets',
  'workspaces',
  'notifications',
  'media',
  'licensing',
  'rates',
  'catalog',
  'search',
  'boards',
  'coupons',
  'cart',
  'quotes',
  'payments',
  'orders',
  'checkout',
  'earnings',
  'ingest',
  'editfest',
  'onboarding',
  'site',
  'approvals',
] as const

/** The folders of src/ that come after the features and their staff pages: the admin shell, and the wiring. */
export const lastFolders = ['admin', 'app'] as const
