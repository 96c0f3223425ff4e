/** Every feature flag of the shop. */

type FlagDefinition = {
  about: string
  /** The state until somebody changes it, and when the provider fails. */
  default: boolean
  /** Whether browsers may see it. */
  browser?: true
  /** Whether its feature is not built yet. Until then the default applies, whatever is stored. */
  planned?: true
}

export const flags = {
  'cart-redesign': {
    about: 'The cart in three steps, in the place of the older cart page',
    default: true,
    browser: true,
  },
  'cart-redesign-self-invoicing': {
    about: 'Buying on account at the checkout, for workspaces that have an account',
    default: true,
    browser: true,
  },
  'client-preferred-rates': {
    about: 'Preferred rates of a workspace',
    default: false,
    browser: true,
  },
  'editfest-coupon': { about: 'Editfest codes in the account', default: false, browser: true },
  'editfest-downloads': { about: 'Editfest downloads in the workspace', default: false, browser: true },
  'client-errors': { about: 'Browser error reports are accepted and logged', default: true },
} as const satisfies Record<string, FlagDefinition>

export type FlagName = keyof typeof flags
export type BrowserFlag = {
  [N in FlagName]: (typeof flags)[N] extends { browser: true } ? N : never
}[FlagName]

export const getFlagDefinition = (name: FlagName): FlagDefinition => flags[name]
export const flagNames = Object.keys(flags) as FlagName[]
export const browserFlags = flagNames.filter((name): name is BrowserFlag => getFlagDefinition(name).browser === true)
