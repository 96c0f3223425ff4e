import { useCompany } from '#platform/settings/company-context.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useToast } from '#ui/toast.tsx'

import css from './two-step.module.css'

/** The only time that recovery codes are readable, so a click outside does not close it. */
export const CodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const company = useCompany()
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast('Recovery codes copied.', { kind: 'success' })
    } catch {
      toast('Your browser did not let us copy. Please download the codes.', { kind: 'danger' })
    }
  }
  const text = [`Recovery codes of your ${company.name} account. Each works once.`, '', ...codes, ''].join('\r\n')
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      title="Keep your recovery codes"
      description="If you lose your phone or your passkey, one of these logs you in instead. We show them only now."
      size="sm"
      footer={
        <Button kind="primary" size="lg" onClick={onClose}>
          I’ve saved them
        </Button>
      }
    >
      <ol className={css.codes}>
        {codes.map(code => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ol>
      <div className={css.keeping}>
        <Button onClick={() => void copy()}>Copy codes</Button>
        <a
          className={css.download}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${company.name.toLowerCase()}-recovery-codes.txt`}
        >
          Download codes
        </a>
      </div>
    </Dialog>
  )
}
