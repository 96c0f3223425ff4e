/** Frequent questions. Answers have a few sentences, so that search engines can show them. */

export type FaqQuestion = {
  /** Its anchor on the page: `/faq#several-channels`. */
  id: string
  question: string
  answer: string
  more?: { to: string; label: string }
}

export type FaqGroup = { title: string; questions: readonly FaqQuestion[] }

export const faq: readonly FaqGroup[] = [
  {
    title: 'Finding footage',
    questions: [
      {
        id: 'how-to-search',
        question: 'How do I search well?',
        answer:
          'Write the shot as you would say it: “slow motion aerial ocean at dusk no people”. What the filters know becomes chips that you can remove one by one. Quotation marks keep a phrase together, a minus in front of a word keeps it out, and slips of the keyboard are put right.',
        more: { to: '/clips', label: 'Search' },
      },
      {
        id: 'by-picture',
        question: 'Can I search by a picture or a color?',
        answer:
          'Yes. Give the search a frame or a still and it shows clips that look like it, or pick a color and see clips by how much of it they have. Your picture is analyzed and not saved.',
        more: { to: '/clips/look', label: 'Find by eye' },
      },
      {
        id: 'preview',
        question: 'How do I look closer without opening each clip?',
        answer:
          'Rest on a clip and it plays. Hold Meta or Alt and move to scrub by timecode, hold Shift for a large quick preview; on a touch screen draw a finger sideways or press long. In the player J, K and L, the arrow keys and the in and out marks work as in your editing system.',
      },
      {
        id: 'comps',
        question: 'Can I cut with a clip before I pay?',
        answer:
          'Yes. Everybody with a free account can download a comp: the watermarked preview, with the frame count, frame rate and start timecode of the master and the clip’s number in its name. Replace it by the master and your edit fits to the frame.',
      },
      {
        id: 'research',
        question: 'I cannot find it. Can you?',
        answer:
          'Yes. Describe the shot with Find My Footage and our researchers deliver what they find to your account within 1 business day, free of charge.',
        more: { to: '/services?modal=footageResearch', label: 'Find My Footage' },
      },
    ],
  },
  {
    title: 'Licenses and prices',
    questions: [
      {
        id: 'what-it-costs',
        question: 'What does a clip cost?',
        answer:
          'It depends on where the footage is seen, how large the end client is, the clip’s tier and the file you take. The whole table is public, and the price of your own license can be tried before you look for a clip.',
        more: { to: '/pricing', label: 'Price a license' },
      },
      {
        id: 'how-long',
        question: 'How long and where does a license hold?',
        answer: 'Forever, worldwide. There is no subscription to keep and nothing to renew.',
        more: { to: '/license-terms', label: 'License terms' },
      },
      {
        id: 'several-channels',
        question: 'What if I need several channels?',
        answer:
          'Choose all of them in one license: the most expensive one counts in full and each further one at a share of its price, so one license for three channels costs less than three licenses.',
        more: { to: '/pricing', label: 'Try it' },
      },
      {
        id: 'end-client',
        question: 'Who is the end client, and how do I count it?',
        answer:
          'The company or person that the production is made for, which may be you. Count employees and regular contractors on the day of the order; if the client grows later, the license stays as it is.',
        more: { to: '/license-terms#client', label: 'The end client' },
      },
      {
        id: 'different-licenses',
        question: 'Can one order hold clips under different licenses?',
        answer: 'Yes. The cart groups clips by license, and the same clip can be under two of them.',
      },
      {
        id: 'nonprofit',
        question: 'Is there a discount for charities?',
        answer:
          'Yes, off the license and as a line of its own, for registered non-profits. The cart asks for the EIN before checkout.',
        more: { to: '/pricing', label: 'How much' },
      },
      {
        id: 'exclusive',
        question: 'Can I have a clip to myself, or all media at once?',
        answer:
          'Licenses are not exclusive. A buyout of all media is made by quote: tell us the clip, the client and the campaign.',
        more: { to: '/contact?topic=buyout', label: 'Ask for a quote' },
      },
      {
        id: 'releases',
        question: 'Are people and places released?',
        answer:
          'Each clip’s page says which releases are on file: model, property, both, or that none is needed. Editorial means news, commentary and documentary only.',
      },
    ],
  },
  {
    title: 'Ordering and paying',
    questions: [
      {
        id: 'account-needed',
        question: 'Do I need an account?',
        answer:
          'Not to search, preview or fill a cart. To take comps and to buy, yes: it is free, asks for no credit card, and the cart you filled before comes along.',
        more: { to: '/register', label: 'Create a free account' },
      },
      {
        id: 'tax',
        question: 'Which tax is added?',
        answer:
          'US sales tax in the states that tax downloads, VAT in the European Union and the United Kingdom, none elsewhere. Your billing address decides, and the amount is shown before you pay.',
      },
      {
        id: 'charged-twice',
        question: 'The page hung while I paid. Was I charged twice?',
        answer:
          'No. Each try to pay is written down before the bank is asked, so it is charged once at most. If the answer was lost we ask the payment provider until we know, and the order’s page tells you.',
      },
      {
        id: 'card-data',
        question: 'Do you see my card number?',
        answer:
          'No. You type it into the payment provider’s own fields, and we get back the kind of card and its last four digits.',
      },
      {
        id: 'documents',
        question: 'Where are receipts and invoices?',
        answer: 'On each order’s page as PDF, the same file every time you open it. The confirmation mail leads there.',
        more: { to: '/workspace/orders', label: 'Your orders' },
      },
      {
        id: 'refund',
        question: 'Can I return a clip?',
        answer:
          'If the file is broken or not what its page says, we replace or refund it, whenever you notice. Consumers in the EU and the UK may also withdraw within 14 days, until the first download.',
        more: { to: '/contact?topic=order', label: 'Write to us' },
      },
    ],
  },
  {
    title: 'Files and downloads',
    questions: [
      {
        id: 'formats',
        question: 'Which files do you deliver?',
        answer:
          'RAW, Highest Res, LOG and HD, as far as the clip’s master can give them. Size, codec and bit depth on a clip’s page are read from the file itself.',
      },
      {
        id: 'project',
        question: 'Why must I assign a clip to a project?',
        answer:
          'So that your license says what it is for. It is one form for all clips of an order, client and project name and a start date, and then every download is open.',
      },
      {
        id: 'when',
        question: 'When can I download?',
        answer:
          'At once after a card payment. A bank payment takes a few days and opens the files when it arrives. On an invoice, at once; they close if it is more than 14 days overdue.',
      },
      {
        id: 'again',
        question: 'Can I download again next year?',
        answer:
          'Yes, from the order’s page, also when the filmmaker has withdrawn the clip from sale. A download that breaks off goes on where it stopped.',
      },
    ],
  },
  {
    title: 'Teams and filmmakers',
    questions: [
      {
        id: 'team',
        question: 'Can my team share licenses?',
        answer:
          'Yes. Orders and licenses belong to a workspace. Owners, admins and purchasers buy; asset managers download; guests look.',
      },
      {
        id: 'contribute',
        question: 'I make footage. How do I sell it here?',
        answer:
          'Write to us with a link to your reel. We answer every filmmaker, and tell you what we look for and how footage comes in.',
        more: { to: '/contact?topic=contributor', label: 'Become a contributor' },
      },
      {
        id: 'real',
        question: 'Is this footage real?',
        answer:
          'Clips that were not filmed say “computer-generated” on their page. In this demonstration that is all of them; they are in the public domain.',
      },
    ],
  },
]

const normalizeText = (text: string) => text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** Returns questions whose question or answer has every word of the search. Groups without a match are left out. */
export const findQuestions = (groups: readonly FaqGroup[], search: string): FaqGroup[] => {
  const words = normalizeText(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const matches = ({ question, answer }: FaqQuestion) => {
    const text = normalizeText(`${question} ${answer}`)
    return words.every(word => text.includes(word))
  }
  return groups
    .map(group => ({ ...group, questions: group.questions.filter(matches) }))
    .filter(({ questions }) => questions.length > 0)
}
