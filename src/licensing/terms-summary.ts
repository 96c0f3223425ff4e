/** The summary of the license terms with its date, for their page and for each agreement. */
export const licenseTerms = {
  /** yyyy-MM-dd */
  changed: '2026-11-20',
  short: [
    'You pay once. The license lasts forever and holds worldwide.',
    'It covers the channels you chose, for the one end client whose size you chose, in the file format you took.',
    'Cut it, grade it, composite it. Do not pass the clip itself on, and do not sell it as footage.',
    'The filmmaker keeps the copyright; nobody else is kept from licensing the same clip.',
  ],
} as const
