/** Parts of the shop that are on for some and off for others: every flag that there is. */

type Facts = {
  about: string
  /** What it is until somebody changes it, and when nobody can be asked. */
  default: boolean
  /** Browsers may know it. */
  browser?: true
  /** What it switches is not built yet: until it is, the default stands, whatever was chosen. */
  waits?: true
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
  'client-errors': { about: 'Errors of browsers are taken in and written to the log', default: true },
} as const satisfies Record<string, Facts>

export type FlagName = keyof typeof flags
export type BrowserFlag = {
  [N in FlagName]: (typeof flags)[N] extends { browser: true } ? N : never
}[FlagName]

export const factsOf = (name: FlagName): Facts => flags[name]
export const flagNames = Object.keys(flags) as FlagName[]
export const browserFlags = flagNames.filter((name): name is BrowserFlag => factsOf(name).browser === true)
