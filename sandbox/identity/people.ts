/** The Google accounts of the sandbox, all invented. The first two people also have a password in the demo shop. */
import { createHash } from 'node:crypto'

export type Person = {
  email: string
  given_name: string
  family_name: string
  /** Whether the provider has verified the email. */
  email_verified: boolean
}

export const people: readonly (Person & { about: string })[] = [
  {
    email: 'ada@longtake.example',
    given_name: 'Ada',
    family_name: 'Okafor',
    email_verified: true,
    about: 'has a password in the demo shop',
  },
  {
    email: 'mara@northlight.example',
    given_name: 'Mara',
    family_name: 'Lindqvist',
    email_verified: true,
    about: 'owns Northlight Pictures there',
  },
  {
    email: 'noor.haddad@gmail.example',
    given_name: 'Noor',
    family_name: 'Haddad',
    email_verified: true,
    about: 'is new to the shop',
  },
  {
    email: 'theo@unverified.example',
    given_name: 'Theo',
    family_name: 'Brandt',
    email_verified: false,
    about: 'never confirmed this email',
  },
]

/** The provider's id for a person: 21 digits, derived from the email. */
export const subjectOf = (email: string): string => {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return BigInt(`0x${hash.slice(0, 20)}`)
    .toString()
    .padStart(21, '1')
    .slice(0, 21)
}
