import * as barchart from '@grafana/grafana-foundation-sdk/barchart';
import * as common from '@grafana/grafana-foundation-sdk/common';
import {
  FieldColorBuilder,
  FieldColorModeId,
  type Panel as GrafanaPanel,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard';
import * as heatmap from '@grafana/grafana-foundation-sdk/heatmap';
import * as nodegraph from '@grafana/grafana-foundation-sdk/nodegraph';
import * as stat from '@grafana/grafana-foundation-sdk/stat';
import * as statetimeline from '@grafana/grafana-foundation-sdk/statetimeline';
import * as table from '@grafana/grafana-foundation-sdk/table';
import * as timeseries from '@grafana/grafana-foundation-sdk/timeseries';
import type { Page, Panel, Picture } from '../panels/panel.js';
import { STATES, seriesOverrides } from './colours.js';
import { columnOverride, thresholdSteps } from './columns.js';
import { DATASOURCE, postgresQuery } from './datasource.js';

/** The SDK's builders share these methods, but no type of theirs says so. */
interface AnyBuilder {
  build(): GrafanaPanel;
  title(text: string): this;
  description(text: string): this;
  datasource(ref: common.DataSourceRef): this;
  withTarget(query: ReturnType<typeof postgresQuery>): this;
  unit(unit: string): this;
  noValue(text: string): this;
  thresholds(config: ThresholdsConfigBuilder): this;
  interval(width: string): this;
}

/** Draws a panel on a page: what all pictures have in common, then what this one needs. */
export function picture(panel: Panel, page: Page): { build(): GrafanaPanel } {
  const builder: AnyBuilder = DRAW[panel.picture](panel, page);
  builder
    .title(panel.title)
    .description(panel.question)
    .datasource({ ...DATASOURCE })
    .unit(panel.unit)
    .noValue(panel.empty)
    .thresholds(new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(thresholdSteps(panel)));
  if (panel.minInterval) builder.interval(panel.minInterval);
  for (const { name, sql, format } of panel.queries) builder.withTarget(postgresQuery(name, sql, format));
  return builder;
}

type Draw = (panel: Panel, page: Page) => AnyBuilder;

const DRAW: Readonly<Record<Picture, Draw>> = {
  stat: drawStat,
  timeseries: (panel) => lines(panel),
  bars: (panel) => stackedBars(panel),
  table: drawTable,
  ranking: drawRanking,
  heatmap: drawHeatmap,
  'state-timeline': drawStates,
  'node-graph': () => new nodegraph.PanelBuilder(),
};

/** `last`, not `lastNotNull`: an unknown value now must not show the one before. */
function drawStat({ moreIsWorse, limits }: Panel): AnyBuilder {
  return new stat.PanelBuilder()
    .reduceOptions(new common.ReduceDataOptionsBuilder().calcs(['last']).values(false).fields(''))
    .graphMode(common.BigValueGraphMode.None)
    .colorMode(limits ? common.BigValueColorMode.Value : common.BigValueColorMode.None)
    .textMode(common.BigValueTextMode.Value)
    .showPercentChange(true)
    .percentChangeColorMode(
      moreIsWorse ? common.PercentChangeColorMode.Inverted : common.PercentChangeColorMode.SameAsValue,
    )
    .colorScheme(new FieldColorBuilder().mode(FieldColorModeId.Thresholds));
}

function series({ names }: Panel): timeseries.PanelBuilder {
  const builder = new timeseries.PanelBuilder()
    .legend(legend())
    .tooltip(
      new common.VizTooltipOptionsBuilder().mode(common.TooltipDisplayMode.Multi).sort(common.SortOrder.Descending),
    )
    .min(0);
  return seriesOverrides(names).reduce((made, { name, properties }) => made.overrideByName(name, properties), builder);
}

/** The SDK leaves legends off. */
function legend(): common.VizLegendOptionsBuilder {
  return new common.VizLegendOptionsBuilder()
    .showLegend(true)
    .displayMode(common.LegendDisplayMode.List)
    .placement(common.LegendPlacement.Bottom);
}

function lines(panel: Panel): AnyBuilder {
  return series(panel).drawStyle(common.GraphDrawStyle.Line).lineWidth(2).showPoints(common.VisibilityMode.Auto);
}

function stackedBars(panel: Panel): AnyBuilder {
  return series(panel)
    .drawStyle(common.GraphDrawStyle.Bars)
    .fillOpacity(80)
    .lineWidth(0)
    .stacking(new common.StackingConfigBuilder().mode(common.StackingMode.Normal).group('A'));
}

/** Texts first get the unit that leaves them alone: one that looks like a number would be formatted as one. */
function drawTable(panel: Panel, page: Page): AnyBuilder {
  const builder = new table.PanelBuilder()
    .showHeader(true)
    .cellHeight(common.TableCellHeight.Sm)
    .filterable(true)
    .overrideByFieldType('string', [{ id: 'unit', value: 'string' }]);
  return Object.entries(panel.columns).reduce(
    (made, [name, column]) => made.overrideByName(name, columnOverride(column, panel, page)),
    builder,
  );
}

function drawRanking({ pivot, names }: Panel): AnyBuilder {
  const { row = '', column = '', value = '' } = pivot ?? {};
  const builder = new barchart.PanelBuilder()
    .orientation(common.VizOrientation.Horizontal)
    .stacking(common.StackingMode.Normal)
    .xField(`${row}\\${column}`)
    .fillOpacity(80)
    .lineWidth(0)
    .showValue(common.VisibilityMode.Never)
    .legend(legend())
    .tooltip(new common.VizTooltipOptionsBuilder().mode(common.TooltipDisplayMode.Multi))
    .withTransformation({
      id: 'groupingToMatrix',
      options: { rowField: row, columnField: column, valueField: value, emptyValue: 'zero' },
    });
  return seriesOverrides(names).reduce((made, { name, properties }) => made.overrideByName(name, properties), builder);
}

function drawHeatmap(): AnyBuilder {
  return new heatmap.PanelBuilder()
    .calculate(false)
    .yAxis({ build: () => ({ unit: 'short', axisPlacement: common.AxisPlacement.Left }) })
    .color({
      build: () => ({
        mode: heatmap.HeatmapColorMode.Scheme,
        scheme: 'Oranges',
        fill: 'dark-orange',
        exponent: 0.5,
        steps: 64,
        reverse: false,
      }),
    })
    .cellGap(1)
    .filterValues({ build: () => ({ le: 1e-9 }) })
    .showLegend();
}

/** One frame per lane, so that each keeps its own times; the lane's name becomes the row's. */
function drawStates({ lanes = '' }: Panel): AnyBuilder {
  return new statetimeline.PanelBuilder()
    .mergeValues(false)
    .showValue(common.VisibilityMode.Auto)
    .rowHeight(0.8)
    .fillOpacity(80)
    .lineWidth(1)
    .legend(legend())
    .mappings([STATES])
    .displayName(`\${__field.labels.${lanes}}`)
    .withTransformation({ id: 'partitionByValues', options: { fields: [lanes], naming: { asLabels: true } } });
}
