import { canDownload, canPurchase } from '#workspaces/policy.ts'

/** Whoever fills carts or downloads; a workspace's guests look at footage only. */
export const canSeeRates = canDownload
export const canRequestRate = canPurchase
