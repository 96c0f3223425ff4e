/** The checks of the services that a shop needs. */
export const setupCheckNames = ['payments', 'mail', 'storage', 'ffmpeg'] as const
export type SetupCheckName = (typeof setupCheckNames)[number]

export const setupCheckTexts: Record<SetupCheckName, { label: string; about: string }> = {
  payments: { label: 'Payments', about: 'Authorizes one dollar at the payment gateway, and voids it.' },
  mail: { label: 'Mail', about: 'Sends you a mail. It passes when you follow the link in it.' },
  storage: { label: 'Storage', about: 'Writes a file, reads it and deletes it.' },
  ffmpeg: { label: 'ffmpeg', about: 'Encodes a second of video. Without it no footage can be added.' },
}
