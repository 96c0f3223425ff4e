import { expect, type Page } from '@playwright/test'

export const validCard = {
  cardholderName: 'Ada Lovett',
  number: '4111111111111111',
  expirationDate: '1230',
  cvv: '123',
  postalCode: '94107',
}

const alphanumeric = (text: string) => text.replace(/[^a-z0-9]/gi, '')

/**
 * Types into the provider's hosted fields at human speed. On phones the formatter moves the caret after each key, so
 * faster input is garbled. Retries until the value is right.
 */
export const fillCard = async (page: Page, card: Partial<typeof validCard> = {}) => {
  for (const [name, value] of Object.entries({ ...validCard, ...card })) {
    const field = page
      .frameLocator(`iframe[name="braintree-hosted-field-${name}"]`)
      .locator(`input[data-braintree-name="${name}"], input`)
      .first()
    await expect(async () => {
      await field.fill('')
      await field.pressSequentially(value, { delay: 20 })
      expect(alphanumeric(await field.inputValue())).toBe(alphanumeric(value))
    }).toPass()
  }
}
