import { expect, test } from 'vitest'

import { addedText } from './added-text.ts'

const none = { added: 0, already_in_cart: 0, gone: 0, in_other_format: 0 }

test.each([
  [{ ...none, added: 1 }, '1 clip added to your cart.'],
  [
    { added: 12, already_in_cart: 2, gone: 1, in_other_format: 3 },
    '12 clips added to your cart. 2 were there already. 1 is no longer in the shop. 3 come in another format.',
  ],
  [{ ...none, already_in_cart: 1 }, 'Nothing was added to your cart. 1 was there already.'],
  [{ ...none, gone: 4 }, 'Nothing was added to your cart. 4 are no longer in the shop.'],
])('%j gives the right message', (summary, text) => {
  expect(addedText(summary)).toBe(text)
})
