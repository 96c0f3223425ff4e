import { expect, type Page } from '@playwright/test'

export const goodCard = {
  cardholderName: 'Ada Lovett',
  number: '4111111111111111',
  expirationDate: '1230',
  cvv: '123',
  postalCode: '94107',
}

const letters = (text: string) => text.replace(/[^a-z0-9]/gi, '')

/**
 * Types into the provider's own fields, each a frame of its own, at the pace of a person: on a phone the formatter of
 * card fields moves the caret a moment after each key, so keys that come faster land in the wrong place. Whoever sees
 * that types again, and so does this.
 */
export const fillCard = async (page: Page, card: Partial<typeof goodCard> = {}) => {
  for (const [name, value] of Object.entries({ ...goodCard, ...card })) {
    const field = page
      .frameLocator(`iframe[name="braintree-hosted-field-${name}"]`)
      .locator(`input[data-braintree-name="${name}"], input`)
      .first()
    await expect(async () => {
      await field.fill('')
      await field.pressSequentially(value, { delay: 20 })
      expect(letters(await field.inputValue())).toBe(letters(value))
    }).toPass()
  }
}
