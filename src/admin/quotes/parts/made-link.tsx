/** A custom cart's link, which is told this once: only its hash is kept. */
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

type Props = { made: { number: string; link: string }; onClose: () => void }

export const MadeLink = ({ made: { number, link }, onClose }: Props) => {
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast('Link copied.', { kind: 'success' })
    } catch {
      toast('Your browser did not let us copy. Please copy the link from the field.', { kind: 'danger' })
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      keep
      size="sm"
      title={`The link of ${number}`}
      description="It is shown this once. Whoever has it can pay the cart; if it is lost, make a new one."
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Done
          </Button>
          <Button kind="primary" size="lg" onClick={() => void copy()}>
            Copy link
          </Button>
        </>
      }
    >
      <TextField label="Link" readOnly value={link} onFocus={({ target }) => target.select()} />
    </Dialog>
  )
}
