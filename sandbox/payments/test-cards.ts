/** The published test cards and their behavior. No other number is accepted. */
import { threeDSecureCards } from './three-d-secure/test-cards.ts'

export type CardBrand = 'Visa' | 'MasterCard' | 'American Express' | 'Discover' | 'JCB'

/** `authorize`: the amount decides. `decline_verification`: fails verification. `fraud`: always rejected. */
export type CardBehavior = 'authorize' | 'decline_verification' | 'fraud'

export const supportedBrands: CardBrand[] = ['Visa', 'MasterCard', 'American Express', 'Discover', 'JCB']

type TestCard = { brand: CardBrand; behavior: CardBehavior }
const testCard = (brand: CardBrand, behavior: CardBehavior = 'authorize'): TestCard => ({ brand, behavior })

export const testCards: ReadonlyMap<string, TestCard> = new Map([
  ['4111111111111111', testCard('Visa')],
  ['4012888888881881', testCard('Visa')],
  ['5555555555554444', testCard('MasterCard')],
  ['2223000048400011', testCard('MasterCard')],
  ['378282246310005', testCard('American Express')],
  ['6011000991300009', testCard('Discover')],
  ['3530111333300000', testCard('JCB')],
  ['4000111111111115', testCard('Visa', 'decline_verification')],
  ['5105105105105100', testCard('MasterCard', 'decline_verification')],
  ['378734493671000', testCard('American Express', 'decline_verification')],
  ['6011000990139424', testCard('Discover', 'decline_verification')],
  ['4000111111111511', testCard('Visa', 'fraud')],
  ...[...threeDSecureCards.keys()].map(number => [number, testCard('Visa')] as const),
])

const cvvResponses: Record<string, string> = { '200': 'N', '201': 'U', '301': 'S' }

/** The bank's CVV response: M matches, N does not match, U not verified, S not supported, I not provided. */
export const cvvResponse = (cvv: string | undefined) => (cvv ? (cvvResponses[cvv] ?? 'M') : 'I')

/** The number of digits in a brand's security code. */
export const cvvLength = (brand: CardBrand) => (brand === 'American Express' ? 4 : 3)
