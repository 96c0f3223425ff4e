import type { Article } from './article.ts'

export const buyingOnAccount: Article = {
  slug: 'buying-on-account',
  category: 'buying',
  title: 'Buying on account: license today, pay by invoice',
  lead: 'A workspace with an account orders without a card and downloads at once. What purchasing should know before the first order.',
  written: '2026-11-20',
  footage: 'storm',
  sections: [
    {
      title: 'What an account is',
      body: [
        [
          'An account belongs to a workspace, not to a person. It has a credit limit and a term in days, and both are agreed once. The cart is filled and priced here as always; at the checkout you choose “On account”, say what the footage is for, and press “Create invoice”. A system that approves your purchases can do the same through the ',
          { to: '/api/docs', label: 'documented API' },
          '.',
        ],
        [
          'To get one, ',
          { to: '/contact?topic=account', label: 'write to us' },
          ' with the company’s legal name, its billing address, the mail address that invoices go to, and about how much you expect to license in a quarter. Until it is there, a card works as it does for everyone.',
        ],
      ],
    },
    {
      title: 'Who may use it',
      body: [
        'Owners, admins and purchasers of the workspace buy. Asset managers download what was bought and cannot buy. Guests look. Roles change with the next request, so a freelancer who leaves on Friday has no access on Friday evening; who changed which role, and when, is in the workspace’s log.',
      ],
    },
    {
      title: 'What an order asks for',
      body: [
        'An invoice has to find its project, so an order on account asks for what the footage is for: the client, the project with a line about it, a start date, and your purchase order number if you have one. That number is on the documents and can be searched among your orders. Because the project is known, downloads are open as soon as the order is placed.',
      ],
    },
    {
      title: 'What counts against the limit',
      body: [
        'Every invoice that is still open counts against the credit limit. An order that would go over it is refused before it is placed, with both amounts, and the cart stays as it is: pay something first, pay this cart by card, or ask for a higher limit. Two people of one team who check out in the same second cannot go over it together either.',
      ],
    },
    {
      title: 'When an invoice is late',
      body: [
        {
          list: [
            'The due date is the day of the order plus the term of your account, and is on the invoice.',
            'An invoice can be paid at any time with “Pay now” on its order, by card, PayPal or bank account.',
            'After that day the invoice is overdue. Downloads go on, and so does buying.',
            'More than 14 days overdue, downloads of that order close, and the account takes no new orders. Cards still work.',
            'When it is paid, both open again. No license is lost in between.',
          ],
        },
      ],
    },
    {
      title: 'For the books',
      body: [
        'Invoice numbers have the year in them and no gaps. The PDF is the same file each time it is opened, and everybody who sees the workspace’s orders can open it. It names the license in a sentence, each clip with its amount, the discount, and the tax with its rate and place. A price never changes after the order: the table that was in force is saved with it.',
      ],
    },
  ],
  next_steps: [
    { to: '/contact?topic=account', label: 'Ask for an account' },
    { to: '/articles/buying/reverse-charge', label: 'What reverse charge means' },
  ],
}
