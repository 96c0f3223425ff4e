/** The steps from an empty database to an open shop, in order. */
export const setupStepKeys = ['owner', 'company', 'tax', 'look', 'prices', 'services', 'texts', 'footage'] as const
export type SetupStepKey = (typeof setupStepKeys)[number]

type SetupStepInfo = { label: string; to: string; about: string }

export const setupSteps: Record<SetupStepKey, SetupStepInfo> = {
  owner: { label: 'Owner', to: '/setup/owner', about: 'A second step protects your login.' },
  company: {
    label: 'Company',
    to: '/admin/settings/company',
    about: 'The name, address and tax numbers on pages, mails and documents.',
  },
  tax: {
    label: 'Tax',
    to: '/admin/settings/tax',
    about: 'Where you are registered. No tax is charged anywhere else.',
  },
  look: { label: 'Look', to: '/admin/settings/look', about: 'Logos, the accent color and the headline.' },
  prices: { label: 'Prices', to: '/setup/prices', about: 'What a clip costs, for each use.' },
  services: {
    label: 'Services',
    to: '/setup/services',
    about: 'Payments, mail, storage and ffmpeg, each tried for real.',
  },
  texts: { label: 'Texts', to: '/admin/content', about: 'The legal texts, FAQ and story, each confirmed by you.' },
  footage: { label: 'First footage', to: '/setup/footage', about: 'At least one clip that visitors can find.' },
}

/** Steps that an administrator marks as done by saving them. The others are done when the shop's data says so. */
export const confirmedSteps = ['prices'] as const satisfies readonly SetupStepKey[]
export type ConfirmedStep = (typeof confirmedSteps)[number]
