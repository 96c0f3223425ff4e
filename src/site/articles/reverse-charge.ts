import type { Article } from './article.ts'

export const reverseCharge: Article = {
  slug: 'reverse-charge',
  category: 'buying',
  title: 'What “reverse charge” means on an invoice',
  lead: 'An invoice without VAT is not always an invoice without tax. Why the line says reverse charge, and what your accountant does with it.',
  written: '2026-11-20',
  footage: 'mountains',
  sections: [
    {
      title: 'The idea',
      body: [
        'VAT belongs to the country where the customer is. When one business sells a service to another across a border, the law spares the seller from registering in every country: the buyer accounts for the tax instead. The duty is turned around, hence the name. A license for footage is such a service.',
      ],
    },
    {
      title: 'When it applies here',
      body: [
        'We sell from the country on our invoices. What is added at checkout follows from the billing address:',
        {
          list: [
            `A business in another country of the European Union, or in the United Kingdom, with a valid VAT number of that country: reverse charge, no VAT on our invoice.`,
            'The same without a number, or a private person: VAT at the rate of their country.',
            'Anyone in our own country: VAT, with a number too, because nothing crosses a border.',
            'The United States: sales tax in the states that tax downloads. Elsewhere: none from us.',
          ],
        },
      ],
    },
    {
      title: 'How to get it right',
      body: [
        {
          steps: [
            'Enter the billing address of the business that is to be on the invoice.',
            'Type the VAT number into the order summary, with or without its country in front; dots and spaces do not matter.',
            'Look at the line. It says “VAT, reverse charge” once the number counts.',
            'Only then pay. The order keeps its tax as it was.',
          ],
        },
        'The number is checked by its form and its checksum and, where it is set up, by asking the European Union’s service whether it is in use. If it is of another country than the billing address, it does not count; it is saved, and counts again when the address fits. When and how it was checked stays with the order as evidence.',
      ],
    },
    {
      title: 'What is on the invoice',
      body: [
        'Both VAT numbers, yours and ours; the amount without tax; and the sentence “Reverse charge: the recipient accounts for the VAT.” That is what an auditor looks for, and it is why an invoice of this kind cannot simply be typed over with another address later.',
      ],
    },
    {
      title: 'What your accountant does',
      body: [
        'They declare the VAT of your own country on the amount, as if you had sold the service to yourself, and deduct the same amount as input tax in the same return. A business that deducts all its input tax pays nothing in the end. One that does not, such as a bank, a clinic or many charities, pays the part that it cannot deduct, so a budget should hold it.',
        [
          'An example: a license of $1,000, in a country with a rate of 20%. The invoice says $1,000. The return shows $200 of VAT due and, if you deduct everything, $200 of input tax. The difference is nothing, and both lines have to be there. Your country decides on dates and exchange rates; this page explains the invoice and is not tax advice. If the line on yours looks wrong, ',
          { to: '/contact?topic=order', label: 'write to us' },
          ' with its number.',
        ],
      ],
    },
  ],
  next_steps: [
    { to: '/faq#tax', label: 'Which tax is added' },
    { to: '/articles/buying/buying-on-account', label: 'Buying on account' },
  ],
}
