import '../design/font.css';
// Before those of components, which refine them.
import '../design/base.css';
import '../design/parts.css';
import '../ui/field.css';
