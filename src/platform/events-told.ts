/** Every event that pages put into `window.dataLayer`, with its facts: none says who somebody is. `docs/analytics.md` is this table for people. */

type Item = { clip_id: number; clip_name: string; categories: string[]; sub_categories: string[]; price: number }

const kinds = { text: '', number: 0, flag: false as boolean, texts: [''], numbers: [0], items: [] as Item[] }
type Kind = keyof typeof kinds
type Event = { when: string; facts: Readonly<Record<string, Kind>> }

export const eventsTold = {
  page_view: { when: 'A page is on the screen', facts: { page_path: 'text', page_title: 'text' } },
  page_visibility: { when: 'The tab is hidden or shown again', facts: { state: 'text' } },
  search: { when: 'Results of a search are on the screen', facts: { search_term: 'text', results: 'number' } },
  filter: {
    when: 'Filters of a search were changed; the names of those that are on, without their values',
    facts: { filters: 'texts', results: 'number' },
  },
  view_clip: { when: 'The page of a clip is on the screen', facts: { clip_id: 'number' } },
  preview: { when: 'A clip is looked at large, without leaving the page', facts: { clip_id: 'number' } },
  choose_license: {
    when: 'A license was chosen',
    facts: { org_type: 'text', end_client_size: 'number', distribution_ids: 'numbers', format_id: 'number' },
  },
  add_to_cart: {
    when: 'Clips are in the cart',
    facts: { clip_ids: 'numbers', format_id: 'number', distribution_ids: 'numbers' },
  },
  remove_from_cart: { when: 'Clips were taken out of the cart', facts: { clip_ids: 'numbers' } },
  begin_checkout: {
    when: 'The checkout is on the screen',
    facts: { value_cents: 'number', currency: 'text', clip_ids: 'numbers' },
  },
  purchase: {
    when: 'An order is placed: paid, on account or free, or its debit is on its way; amounts in dollars',
    facts: {
      order_id: 'number',
      order_number: 'text',
      order_total: 'number',
      vat: 'number',
      coupons: 'texts',
      custom: 'flag',
      is_first: 'flag',
      items: 'items',
    },
  },
  sign_up: {
    when: 'Somebody registered; with the ids of the two affiliate programs, where they are configured',
    facts: { method: 'text', affiliate_ids: 'texts' },
  },
  google_prompt: {
    when: 'Google’s own prompt was not shown, was skipped or was put away; never after it led to a login',
    facts: { reason: 'text' },
  },
  login: { when: 'Somebody logged in', facts: { method: 'text' } },
  add_to_board: { when: 'A clip is on a board', facts: { clip_id: 'number' } },
  share_board: { when: 'A board can be seen by whoever has its link', facts: { board_id: 'number' } },
} as const satisfies Record<string, Event>

export type EventName = keyof typeof eventsTold
export type FactsOf<N extends EventName> = {
  -readonly [F in keyof (typeof eventsTold)[N]['facts']]: (typeof eventsTold)[N]['facts'][F] extends infer K extends
    Kind
    ? (typeof kinds)[K]
    : never
}
