/** The license window with the summary of the license terms in effect. Load it lazily. */
import { getContentVersion } from '#content/contract.ts'
import { SelectLicenseDialog } from '#licensing/select-license-dialog.tsx'
import { useCall } from '#platform/http/query.ts'
import { Disclosure } from '#ui/disclosure.tsx'

import css from './license-dialog.module.css'

type LicenseDialogProps = Omit<Parameters<typeof SelectLicenseDialog>[0], 'terms'>

export const LicenseDialog = (props: LicenseDialogProps) => (
  <SelectLicenseDialog {...props} terms={<LicenseTermsSummary />} />
)

const LicenseTermsSummary = () => {
  const terms = useCall(getContentVersion, { params: { slug: 'license-terms' } }).data?.data
  if (!terms || terms.summary.length === 0) return null
  return (
    <Disclosure plain summary="What the license says">
      <ul className={css.list}>
        {terms.summary.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <a href={`/license-terms?version=${terms.id}`} target="_blank" rel="noreferrer">
        All license terms
      </a>
    </Disclosure>
  )
}
