/** The package brings no types. Source: its documentation. */
declare module 'latlon-geohash' {
  const Geohash: {
    encode(lat: number, lon: number, precision?: number): string;
    /** The middle of the cell. @throws for no geohash */
    decode(geohash: string): { lat: number; lon: number };
  };
  export default Geohash;
}
