/** What a tax is called on documents. */
export type TaxKind = 'vat' | 'gst' | 'consumption_tax' | 'sales_tax'

export type TaxEntry = {
  /** A country such as DE, or a part of one such as US-TX. */
  place: string
  kind: TaxKind
  /** 23 for 23%. */
  percent: number
  /** False where the place has the tax, but not on downloads. */
  taxes_downloads: boolean
  /** The first day, in the place. */
  from: string
  /** The law or authority, in words. */
  source: string
}
