/** Chooses the square of a picture that is shown. Load it lazily; it brings react-image-crop with its keyboard and touch. */
import { useEffect, useRef, useState, type ComponentProps, type RefObject, type SyntheticEvent } from 'react'
import ReactCrop from 'react-image-crop'

import 'react-image-crop/dist/ReactCrop.css'

import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { firstPart, isTooSmall, leastShown, type Part, type Size } from './crop.ts'
import { cut } from './cut.ts'

import css from './crop-dialog.module.css'

type CropDialogProps = {
  picture: Blob
  shape: 'circle' | 'square'
  onBack: () => void
  /** A square JPEG. */
  onCrop: (cropped: Blob) => void
  /** The browser cannot show it, or it is too small. */
  onUnusable: (why: 'broken' | 'small') => void
}

const sizeOf = ({ naturalWidth, naturalHeight }: HTMLImageElement): Size => ({
  width: naturalWidth,
  height: naturalHeight,
})

type PictureProps = Omit<ComponentProps<'img'>, 'ref' | 'src'> & {
  picture: Blob
  ref: RefObject<HTMLImageElement | null>
}

/** Shows a picture of the disk; its address lives as long as this does. */
const Picture = ({ picture, ref, ...props }: PictureProps) => {
  useEffect(() => {
    const address = URL.createObjectURL(picture)
    if (ref.current) ref.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [picture, ref])
  return <img {...props} ref={ref} alt="What you selected" />
}

export const CropDialog = ({ picture, shape, onBack, onCrop, onUnusable }: CropDialogProps) => {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [part, setPart] = useState<Part>()
  const [least, setLeast] = useState(0)
  const [isCutting, setIsCutting] = useState(false)

  const begin = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    const size = sizeOf(currentTarget)
    if (isTooSmall(size)) return onUnusable('small')
    setLeast(leastShown(size, currentTarget.width))
    setPart(firstPart(size))
  }

  const isThere = part !== undefined
  // The frame is what there is to do here; on touch nobody asked for a focus.
  useEffect(() => {
    if (isThere && matchMedia('(pointer: fine)').matches)
      stage.current?.querySelector<HTMLElement>('.ReactCrop__crop-selection')?.focus()
  }, [isThere])

  const crop = async () => {
    if (!image.current || !part) return
    setIsCutting(true)
    const cropped = await cut(image.current, part)
    if (cropped) onCrop(cropped)
    else onUnusable('broken')
  }

  return (
    <Dialog
      open
      keep
      onClose={onBack}
      title="Crop your image"
      size="md"
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onBack}>
            Back
          </Button>
          <Button kind="primary" size="lg" disabled={!part} busy={isCutting && 'Cropping…'} onClick={() => void crop()}>
            Crop
          </Button>
        </>
      }
    >
      <div ref={stage} className={css.stage}>
        <ReactCrop
          {...(part && { crop: { unit: '%', ...part } })}
          onChange={(_, percent) => setPart(percent)}
          aspect={1}
          circularCrop={shape === 'circle'}
          keepSelection
          minWidth={least}
          minHeight={least}
          ruleOfThirds={shape === 'square'}
          className={css.crop ?? ''}
        >
          <Picture picture={picture} ref={image} onLoad={begin} onError={() => onUnusable('broken')} />
        </ReactCrop>
      </div>
      <p className={css.help}>
        Drag the frame or its corners.
        <span> With the keyboard, arrows move it by 1, with Shift by 10, with Ctrl or ⌘ by 100.</span>
      </p>
    </Dialog>
  )
}
