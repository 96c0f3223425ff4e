/** What a workspace may do with the clips of an order, as a paper for those who ask for it: broadcasters, insurers, lawyers. */
import { licenseTerms } from '#licensing/terms-in-short.ts'
import { brand } from '#platform/brand.ts'

import { longDate } from '../dates.ts'
import type { AgreementFacts } from './facts.ts'
import { drawHead, ink, margin, openSheet, soft, type Sheet } from './sheet.ts'

const label_width = 104

export const drawAgreement = (facts: AgreementFacts): Promise<Buffer> => {
  const { number, paper, placed_at, licenses } = facts
  const sheet = openSheet({ paper, title: `License agreement ${number}`, made_at: placed_at })
  drawHead(sheet, 'License agreement', number)
  drawParties(sheet, facts)
  for (const [i, license] of licenses.entries()) drawLicense(sheet, license, i + 1)
  drawTerms(sheet, facts)
  return sheet.close(`Licensed for the filmmakers named above. Questions? ${brand.email}`, number)
}

const drawFact = (sheet: Sheet, label: string, value: string) => {
  sheet.room(30)
  const top = sheet.y
  sheet.write(label, margin, top + 0.8, { size: 8.5, color: soft, width: label_width })
  sheet.y += sheet.write(value, margin + label_width, top, { size: 10 }) + 4
}

const drawParties = (sheet: Sheet, { licensee, placed_at }: AgreementFacts) => {
  sheet.rule(sheet.y, ink)
  sheet.y += 14
  drawFact(sheet, 'Licensor', `${brand.legal_name}, for the filmmaker of each clip`)
  drawFact(sheet, 'Licensee', licensee.join(', '))
  drawFact(sheet, 'Granted', longDate(placed_at))
  sheet.y += 20
}

const drawLicense = (sheet: Sheet, { client, grants, clips }: AgreementFacts['licenses'][number], place: number) => {
  const { write, rule } = sheet
  sheet.room(130)
  sheet.y += write(`License ${place}`, margin, sheet.y, { font: 'title', size: 11, tag: 'H2' }) + 6
  drawFact(sheet, 'End client', client)
  for (const { distributions, territory, term } of grants) {
    drawFact(sheet, 'Distributions', distributions)
    drawFact(sheet, 'Territory', territory)
    drawFact(sheet, 'Term', term)
  }
  sheet.y += 4
  for (const clip of clips) {
    sheet.room(58)
    rule(sheet.y)
    const y = sheet.y + 9
    write(String(clip.number), margin, y + 1, { font: 'mono', size: 8.5, color: soft, width: label_width })
    const named = write(clip.name, margin + label_width, y, { font: 'text-strong', size: 10 })
    const made = write(`${clip.filmmaker}  ·  ${clip.format}`, margin + label_width, y + named, {
      size: 8.5,
      color: soft,
    })
    const meant = write(clip.project, margin + label_width, y + named + made, { size: 8.5, color: soft })
    sheet.y = y + named + made + meant + 9
  }
  rule(sheet.y)
  sheet.y += 24
}

const drawTerms = (sheet: Sheet, { terms_url, has_limits }: AgreementFacts) => {
  sheet.room(120)
  sheet.y += sheet.write('Terms', margin, sheet.y, { font: 'title', size: 11, tag: 'H2' }) + 6
  const whole = `The license terms of ${longDate(licenseTerms.changed)} hold, with everything they say: ${terms_url}`
  const [forever, ...rest] = licenseTerms.short
  const holds = has_limits ? 'You pay once. Each license above says where and how long it holds.' : forever
  for (const sentence of [holds, ...rest, whole]) {
    sheet.room(34)
    sheet.y += sheet.write(sentence, margin, sheet.y, { size: 9.5 }) + 5
  }
}
