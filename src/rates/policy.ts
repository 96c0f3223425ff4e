import { canDownload, canPurchase } from '#workspaces/policy.ts'

/** Roles that fill carts or download; workspace guests may only view clips. */
export const canSeeRates = canDownload
export const canRequestRate = canPurchase
