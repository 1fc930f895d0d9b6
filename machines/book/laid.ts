/** A chart as it is drawn: boxes and arrows with their places, px from the upper left corner. */
export interface LaidBox {
  /** a state's path, or the name of a mark */
  id: string;
  kind: 'state' | 'holder' | 'begin' | 'anywhere';
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface LaidArrow {
  /** states, or the mark that stands for one */
  from: string;
  to: string;
  points: readonly { x: number; y: number }[];
  lines: readonly string[];
  /** of the words; null where there are none */
  label: { x: number; y: number; width: number; height: number } | null;
  tone: 'plain' | 'refusal';
  /** the transitions it stands for, as goals of paths name them; none for the mark of a beginning */
  of: readonly string[];
}
export interface Laid {
  width: number;
  height: number;
  boxes: readonly LaidBox[];
  arrows: readonly LaidArrow[];
  /** how many transitions are not drawn, because they lead from everywhere to everywhere */
  folded: number;
}
