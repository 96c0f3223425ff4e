/** The published test cards, and what each is known to do. No other number is accepted anywhere. */
import { threeDSecureCards } from './three-d-secure/test-cards.ts'

export type CardBrand = 'Visa' | 'MasterCard' | 'American Express' | 'Discover' | 'JCB'

/** `authorize`: as the amount says. `decline_verification`: refused when it is vaulted with a check. `fraud`: always rejected. */
export type CardBehavior = 'authorize' | 'decline_verification' | 'fraud'

export const supportedBrands: CardBrand[] = ['Visa', 'MasterCard', 'American Express', 'Discover', 'JCB']

type TestCard = { brand: CardBrand; behavior: CardBehavior }
const card = (brand: CardBrand, behavior: CardBehavior = 'authorize'): TestCard => ({ brand, behavior })

export const testCards: ReadonlyMap<string, TestCard> = new Map([
  ['4111111111111111', card('Visa')],
  ['4012888888881881', card('Visa')],
  ['5555555555554444', card('MasterCard')],
  ['2223000048400011', card('MasterCard')],
  ['378282246310005', card('American Express')],
  ['6011000991300009', card('Discover')],
  ['3530111333300000', card('JCB')],
  ['4000111111111115', card('Visa', 'decline_verification')],
  ['5105105105105100', card('MasterCard', 'decline_verification')],
  ['378734493671000', card('American Express', 'decline_verification')],
  ['6011000990139424', card('Discover', 'decline_verification')],
  ['4000111111111511', card('Visa', 'fraud')],
  ...[...threeDSecureCards.keys()].map(number => [number, card('Visa')] as const),
])

const cvvAnswers: Record<string, string> = { '200': 'N', '201': 'U', '301': 'S' }

/** What the bank says of a security code: M matches, N does not, U not verified, S not supported, I none given. */
export const cvvResponse = (cvv: string | undefined) => (cvv ? (cvvAnswers[cvv] ?? 'M') : 'I')

/** How many digits a brand's security code has. */
export const cvvLength = (brand: CardBrand) => (brand === 'American Express' ? 4 : 3)
