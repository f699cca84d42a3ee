const STAR = 'M10 1.6l2.58 5.23 5.77.84-4.18 4.07.99 5.75L10 14.77l-5.16 2.72.99-5.75L1.65 7.67l5.77-.84z'
const OFFSETS = [0, 20, 40, 60, 80]
const SCALE = 5

function FiveStars() {
  return OFFSETS.map((x) => <path key={x} d={STAR} transform={`translate(${x} 0)`} />)
}

/** A rating from 0 to 5 as stars, filled in steps of a tenth. */
export function Stars({ rating, className = 'h-4' }: { rating: number; className?: string }) {
  const width = Math.min(Math.max(rating, 0), SCALE) * 20
  return (
    <svg
      role="img"
      aria-label={`Rated ${Number(rating.toFixed(1))} out of ${SCALE}`}
      viewBox="0 0 100 20"
      width="80"
      height="16"
      className={`w-auto shrink-0 ${className}`}
    >
      <g className="fill-line-strong/40">
        <FiveStars />
      </g>
      {width > 0 && (
        <svg
          aria-hidden="true"
          x="0"
          y="0"
          width={width}
          height="20"
          viewBox={`0 0 ${width} 20`}
          className="fill-star"
        >
          <FiveStars />
        </svg>
      )}
    </svg>
  )
}

/** One star of a rating that is being chosen. */
export function Star({ isFilled }: { isFilled: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      className={`size-8 ${isFilled ? 'fill-star' : 'fill-line-strong/40'}`}
    >
      <path d={STAR} />
    </svg>
  )
}
