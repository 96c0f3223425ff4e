/**
 * The features in dependency order: each imports only from those before it, and reads no table of a later one. Pages
 * (`pages/`) and staff pages (`<feature>/admin/`) come after all features, because they combine several of them.
 * Checked by `features.test.ts`.
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
  'content',
  'catalog',
  'coupons',
  'tax',
  'orders',
  'licenses',
  'rates',
  'search',
  'boards',
  'cart',
  'quotes',
  'payments',
  'checkout',
  'refunds',
  'earnings',
  'accounting',
  'ingest',
  'editfest',
  'onboarding',
  'site',
  'approvals',
  'setup',
  'operations',
] as const

/** The folders of src/ that come after the features and their staff pages: the admin shell, and the wiring. */
export const lastFolders = ['admin', 'app'] as const
