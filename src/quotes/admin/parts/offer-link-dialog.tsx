/** Shows a custom cart's link. It is shown only once, because only its hash is stored. */
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

type OfferLinkDialogProps = { offerLink: { number: string; link: string }; onClose: () => void }

export const OfferLinkDialog = ({ offerLink: { number, link }, onClose }: OfferLinkDialogProps) => {
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast('Link copied.', { kind: 'success' })
    } catch {
      toast('Your browser did not allow copying. Please copy the link from the field.', { kind: 'danger' })
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      size="sm"
      title={`Link to ${number}`}
      description="The link is shown only once. Anyone who has it can pay the cart. If you lose it, create a new one."
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
