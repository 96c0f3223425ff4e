import { useCompany } from '#platform/settings/company-context.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** Shown after an invite was accepted. */
export const WelcomeDialog = ({ onClose }: { onClose: () => void }) => {
  const company = useCompany()
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Welcome to ${company.name}`}
      description="Your profile and workspace are ready to go!"
      size="sm"
      footer={
        <Button kind="primary" size="lg" onClick={onClose}>
          Start browsing
        </Button>
      }
    />
  )
}
