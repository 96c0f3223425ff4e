/** Sentences that the server says and the pages show. */
export const paying_text = 'A payment for this cart is being confirmed. You can change it again when that has ended.'
export const ein_refusal = 'Add your EIN number to purchase a non-profit license'
