/**
 * Every event that pages push to `window.dataLayer`, with its parameters. None identifies a user. `docs/analytics.md`
 * has the same table.
 */

type AnalyticsItem = {
  clip_id: number
  clip_name: string
  categories: string[]
  sub_categories: string[]
  price: number
}

const PARAM_KINDS = {
  text: '',
  number: 0,
  flag: false as boolean,
  texts: [''],
  numbers: [0],
  items: [] as AnalyticsItem[],
}
type ParamKind = keyof typeof PARAM_KINDS
type AnalyticsEvent = { when: string; params: Readonly<Record<string, ParamKind>> }

export const ANALYTICS_EVENTS = {
  page_view: { when: 'A page is displayed', params: { page_path: 'text', page_title: 'text' } },
  page_visibility: { when: 'The tab is hidden or shown again', params: { state: 'text' } },
  search: { when: 'Search results are displayed', params: { search_term: 'text', results: 'number' } },
  filter: {
    when: 'The filters of a search changed; names of the active filters, without values',
    params: { filters: 'texts', results: 'number' },
  },
  view_clip: { when: 'The page of a clip is displayed', params: { clip_id: 'number' } },
  preview: { when: 'A clip is previewed without leaving the page', params: { clip_id: 'number' } },
  choose_license: {
    when: 'A license was chosen',
    params: { org_type: 'text', end_client_size: 'number', distribution_ids: 'numbers', format_id: 'number' },
  },
  add_to_cart: {
    when: 'Clips were added to the cart',
    params: { clip_ids: 'numbers', format_id: 'number', distribution_ids: 'numbers' },
  },
  remove_from_cart: { when: 'Clips were removed from the cart', params: { clip_ids: 'numbers' } },
  begin_checkout: {
    when: 'The checkout is displayed',
    params: { value_cents: 'number', currency: 'text', clip_ids: 'numbers' },
  },
  purchase: {
    when: 'An order is placed: paid, on account or free, or its debit is processing; amounts in dollars',
    params: {
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
    when: 'A user registered; with the ids of the two affiliate programs, if configured',
    params: { method: 'text', affiliate_ids: 'texts' },
  },
  google_prompt: {
    when: 'Google’s prompt was not shown, was skipped or was dismissed; never after a login',
    params: { reason: 'text' },
  },
  login: { when: 'A user logged in', params: { method: 'text' } },
  add_to_board: { when: 'A clip was added to a board', params: { clip_id: 'number' } },
  share_board: { when: 'A board was shared by a link', params: { board_id: 'number' } },
} as const satisfies Record<string, AnalyticsEvent>

export type AnalyticsEventName = keyof typeof ANALYTICS_EVENTS
export type EventParams<N extends AnalyticsEventName> = {
  -readonly [
    F in keyof (typeof ANALYTICS_EVENTS)[N]['params']
  ]: (typeof ANALYTICS_EVENTS)[N]['params'][F] extends infer K extends ParamKind ? (typeof PARAM_KINDS)[K] : never
}
