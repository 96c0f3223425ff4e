/** Selects the square area of a picture. Load it lazily; it adds react-image-crop with keyboard and touch support. */
import { useEffect, useRef, useState, type ComponentProps, type RefObject, type SyntheticEvent } from 'react'
import ReactCrop from 'react-image-crop'

import 'react-image-crop/dist/ReactCrop.css'

import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import {
  getInitialCropArea,
  isTooSmall,
  getMinDisplayedSize,
  type CropArea,
  type ImageSize,
  JPEG_QUALITY,
  MAX_OUTPUT_PX,
  toPixelSquare,
} from './crop.ts'

import css from './crop-dialog.module.css'

/** Returns an area of a picture as a square JPEG, or null when the browser cannot create one. */
const cropImage = (image: HTMLImageElement, area: CropArea): Promise<Blob | null> => {
  const { x, y, side } = toPixelSquare(area, { width: image.naturalWidth, height: image.naturalHeight })
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(side, MAX_OUTPUT_PX)
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // A JPEG has no transparency, so transparent areas become white.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, side, side, 0, 0, canvas.width, canvas.height)
  return new Promise(resolve => {
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)
  })
}

type CropDialogProps = {
  picture: Blob
  shape: 'circle' | 'square'
  onBack: () => void
  /** Called with a square JPEG. */
  onCrop: (cropped: Blob) => void
  /** Called when the browser cannot show the picture, or it is too small. */
  onUnusable: (reason: 'broken' | 'small') => void
}

const getNaturalSize = ({ naturalWidth, naturalHeight }: HTMLImageElement): ImageSize => ({
  width: naturalWidth,
  height: naturalHeight,
})

type LocalPictureProps = Omit<ComponentProps<'img'>, 'ref' | 'src'> & {
  picture: Blob
  ref: RefObject<HTMLImageElement | null>
}

/** Shows a local file. Its object URL is revoked on unmount. */
const LocalPicture = ({ picture, ref, ...props }: LocalPictureProps) => {
  useEffect(() => {
    const url = URL.createObjectURL(picture)
    if (ref.current) ref.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [picture, ref])
  return <img {...props} ref={ref} alt="What you selected" />
}

export const CropDialog = ({ picture, shape, onBack, onCrop, onUnusable }: CropDialogProps) => {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [area, setArea] = useState<CropArea>()
  const [minSize, setMinSize] = useState(0)
  const [isCropping, setIsCropping] = useState(false)

  const initialize = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    const size = getNaturalSize(currentTarget)
    if (isTooSmall(size)) return onUnusable('small')
    setMinSize(getMinDisplayedSize(size, currentTarget.width))
    setArea(getInitialCropArea(size))
  }

  const hasArea = area !== undefined
  // Focus the crop frame, but not on touch screens, where a focus is unexpected.
  useEffect(() => {
    if (hasArea && matchMedia('(pointer: fine)').matches)
      stage.current?.querySelector<HTMLElement>('.ReactCrop__crop-selection')?.focus()
  }, [hasArea])

  const crop = async () => {
    if (!image.current || !area) return
    setIsCropping(true)
    const cropped = await cropImage(image.current, area)
    if (cropped) onCrop(cropped)
    else onUnusable('broken')
  }

  return (
    <Dialog
      open
      persistent
      onClose={onBack}
      title="Crop your image"
      size="md"
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onBack}>
            Back
          </Button>
          <Button
            kind="primary"
            size="lg"
            disabled={!area}
            busy={isCropping && 'Cropping…'}
            onClick={() => void crop()}
          >
            Crop
          </Button>
        </>
      }
    >
      <div ref={stage} className={css.stage}>
        <ReactCrop
          {...(area && { crop: { unit: '%', ...area } })}
          onChange={(_, percent) => setArea(percent)}
          aspect={1}
          circularCrop={shape === 'circle'}
          keepSelection
          minWidth={minSize}
          minHeight={minSize}
          ruleOfThirds={shape === 'square'}
          className={css.crop ?? ''}
        >
          <LocalPicture picture={picture} ref={image} onLoad={initialize} onError={() => onUnusable('broken')} />
        </ReactCrop>
      </div>
      <p className={css.help}>
        Drag the frame or its corners.
        <span> With the keyboard, arrows move it by 1, with Shift by 10, with Ctrl or ⌘ by 100.</span>
      </p>
    </Dialog>
  )
}
